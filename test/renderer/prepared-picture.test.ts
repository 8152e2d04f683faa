import { afterEach, describe, expect, it, vi } from 'vitest';
import { preparePicture } from '#renderer/features/documents/prepared-picture.ts';
import { makePng } from '#test/picture-bytes.ts';

const damaged = { kind: 'failed', sentence: 'The picture could not be read. It may be damaged.' };

/** Prepares a picture of these bytes; whatever would decode it is noted. */
async function prepared(bytes: Uint8Array<ArrayBuffer>) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(bytes)));
  const decoded = vi.fn();
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      naturalWidth = 3;
      naturalHeight = 5;
      decode = () => {
        decoded();
        return Promise.resolve();
      };
    },
  );
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  return { picture: await preparePicture('/files/a', null).picture, decoded };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a picture that is prepared', () => {
  it('is decoded where its size is known beforehand', async () => {
    const { picture, decoded } = await prepared(Uint8Array.from(makePng(3, 5)));
    expect(picture).toMatchObject({ kind: 'image', size: { width: 3, height: 5 } });
    expect(decoded).toHaveBeenCalledOnce();
  });

  it.each<[string, readonly number[]]>([
    ['JPEG', [0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xc0, 0, 11, 8, 0x75, 0x30, 0x75, 0x30, 1, 1, 0x11, 0]],
    ['PNG', [...makePng(3, 5).subarray(0, 20)]],
    ['WebP', [...Buffer.from(`RIFF....WEBPALPH${'.'.repeat(40)}`, 'latin1')]],
  ])('is called damaged, and not decoded, where the size of a %s cannot be told', async (_kind, bytes) => {
    const { picture, decoded } = await prepared(Uint8Array.from(bytes));
    expect(picture).toEqual(damaged);
    expect(decoded).not.toHaveBeenCalled();
  });

  it('is not decoded where it has too many pixels', async () => {
    const { picture, decoded } = await prepared(Uint8Array.from(makePng(30_000, 30_000, 1)));
    expect(picture).toHaveProperty('sentence', expect.stringContaining('30,000 by 30,000'));
    expect(decoded).not.toHaveBeenCalled();
  });
});
