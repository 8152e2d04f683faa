import { expect, it } from 'vitest';
import { absoluteAddress } from '#shared/base/base-url.ts';

const service = { baseUrl: 'https://api.example.com/v1', fileBaseUrl: null };
const withFiles = { ...service, fileBaseUrl: 'https://files.example.com/bucket' };

it.each([
  ['https://cdn.example.net/a.pdf', 'https://cdn.example.net/a.pdf'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['/a.pdf', 'https://api.example.com/a.pdf'],
  ['docs/a b.pdf', 'https://api.example.com/v1/docs/a%20b.pdf'],
  ['a.pdf?sig=x', 'https://api.example.com/v1/a.pdf?sig=x'],
  ['../a.pdf', 'https://api.example.com/a.pdf'],
  ['//cdn.example.net/a.pdf', 'https://cdn.example.net/a.pdf'],
  ['cdn.example.net/a.pdf', 'https://cdn.example.net/a.pdf'],
  ['cdn.example.net:8443/a.pdf', 'https://cdn.example.net:8443/a.pdf'],
  ['v1.2/a.pdf', 'https://api.example.com/v1/v1.2/a.pdf'],
  ['', ''],
  ['  ', '  '],
])('reads %j at the service’s own address', (text, address) => {
  expect(absoluteAddress(text, service)).toBe(address);
});

it.each([
  ['/a.pdf', 'https://files.example.com/a.pdf'],
  ['docs/a.pdf', 'https://files.example.com/bucket/docs/a.pdf'],
  ['https://cdn.example.net/a.pdf', 'https://cdn.example.net/a.pdf'],
])('reads %j where files are said to be', (text, address) => {
  expect(absoluteAddress(text, withFiles)).toBe(address);
});
