import { describe, it, expect } from 'vitest';
import { splitStartArguments, splitTestArguments, testSteps } from '../../scripts/bootstrap/arguments.ts';

describe('the arguments of npm start', () => {
  it('keep --browser for the start and give the rest to the app in order', () => {
    expect(splitStartArguments(['--port', '4100', '--browser', '--data-dir', '/a b'])).toEqual({
      browser: true,
      rest: ['--port', '4100', '--data-dir', '/a b'],
    });
  });

  it('open a window when --browser is not among them', () => {
    expect(splitStartArguments(['--practice'])).toEqual({ browser: false, rest: ['--practice'] });
  });
});

describe('the arguments of npm test', () => {
  it('run every step when there are none', () => {
    expect(splitTestArguments([])).toEqual({ steps: [...testSteps], filters: [], everyTier: false });
  });

  it('choose steps by name and run them in their usual order', () => {
    expect(splitTestArguments(['e2e', 'unit'])).toEqual({
      steps: ['unit', 'e2e'],
      filters: [],
      everyTier: false,
    });
  });

  it('run the second tier as well with --all, of every step or of those that are named', () => {
    expect(splitTestArguments(['--all'])).toEqual({ steps: [...testSteps], filters: [], everyTier: true });
    expect(splitTestArguments(['e2e', '--all'])).toEqual({ steps: ['e2e'], filters: [], everyTier: true });
  });

  it('choose types, lint and format by the word check', () => {
    expect(splitTestArguments(['check']).steps).toEqual(['types', 'lint', 'format']);
  });

  it('narrow a chosen step to the files that are named', () => {
    expect(splitTestArguments(['integration', 'outbox'])).toEqual({
      steps: ['integration'],
      filters: ['outbox'],
      everyTier: true,
    });
  });

  it('run only the steps with test files when files alone are named, and all that is in those', () => {
    expect(splitTestArguments(['outbox'])).toEqual({
      steps: ['unit', 'integration', 'renderer', 'e2e'],
      filters: ['outbox'],
      everyTier: true,
    });
  });
});
