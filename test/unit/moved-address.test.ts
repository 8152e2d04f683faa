import { expect, it } from 'vitest';
import { movedAddress } from '#shared/base/base-url.ts';

const baseUrl = 'https://api.example.com/v1';

it.each([
  ['https://new.example.com/vendors', 'https://new.example.com'],
  ['https://new.example.com/v2/vendors/', 'https://new.example.com/v2'],
  ['https://new.example.com/v2/vendors/48213/profile', 'https://new.example.com/v2'],
  ['https://new.example.com/api/verification/queue', 'https://new.example.com'],
  ['https://new.example.com/x/api/verification/0d2f9a3e', 'https://new.example.com/x'],
  ['https://new.example.com:8443/api/vision/0d2f9a3e', 'https://new.example.com:8443'],
  ['/v2/vendors', 'https://api.example.com/v2'],
])('%s is an operation of the service at another address', (location, address) => {
  expect(movedAddress(location, baseUrl)).toBe(address);
});

it.each([
  'https://login.example.com/authorize',
  'https://login.example.com/vendors?return=1',
  'https://new.example.com/',
  'https://new.example.com/vendors/48213',
  'https://new.example.com/shopvendors',
  'http://new.example.com/vendors',
  'https://name:secret@new.example.com/vendors',
  'ftp://new.example.com/vendors',
  'javascript:/vendors',
  'data:/v2/vendors',
  'localhost:/vendors',
  'file:///vendors',
  'https://api.example.com/v1/vendors/',
  '/v1/vendors',
  'http://',
])('%s is none', (location) => {
  expect(movedAddress(location, baseUrl)).toBeNull();
});
