import { describe, expect, it } from 'vitest';
import { documentOfLink } from '#shared/service/app-link.ts';

const id = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';

describe('a link to a document', () => {
  it.each([
    `gangway://document/${id}`,
    `gangway://document/${id}/`,
    `GANGWAY://Document/${id.toUpperCase()}`,
    `  gangway://document/${id}\n`,
  ])('%j names its job', (link) => {
    expect(documentOfLink(link)).toBe(id);
  });

  it.each([
    '',
    id,
    'gangway:',
    'gangway://document',
    'gangway://document/',
    'gangway://document/48213',
    `gangway://documents/${id}`,
    `gangway://vendor/${id}`,
    `gangway:document/${id}`,
    `gangway:///document/${id}`,
    `gangway://document/${id}/file`,
    `gangway://document/../${id}/..`,
    `gangway://document/${id}?then=quit`,
    `gangway://document/${id}?`,
    `gangway://document/${id}#x`,
    `gangway://document:80/${id}`,
    `gangway://someone@document/${id}`,
    `gangway://document/%37${id.slice(1)}`,
    `gangway://document\\${id}`,
    `https://document/${id}`,
    `javascript:gangway://document/${id}`,
    `gangway://document/${id}${' '.repeat(300)}x`,
    `gangway://document/${id} --flag`,
  ])('%j names none', (link) => {
    expect(documentOfLink(link)).toBeNull();
  });
});
