import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenUnsealer, sealedToken, sealToken } from '#shared/base/sealed-token.ts';

function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
}

describe('a sealed token', () => {
  it('comes back as it was, whatever it is', async () => {
    const unsealer = await createTokenUnsealer();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 3000 }), async (token) => {
        const sealed = sealedToken.parse(
          JSON.parse(JSON.stringify(await sealToken(token, unsealer.publicKey))),
        );
        expect(await unsealer.unseal(sealed)).toBe(token);
      }),
      { numRuns: 40 },
    );
  });

  it('shows none of itself, and looks different every time', async () => {
    const { publicKey } = await createTokenUnsealer();
    const one = await sealToken('canary-token', publicKey);
    const two = await sealToken('canary-token', publicKey);
    expect(Buffer.from(one.ciphertext, 'base64').toString('latin1')).not.toContain('canary');
    expect(JSON.stringify(one)).not.toContain('canary');
    expect(one.ciphertext).not.toBe(two.ciphertext);
    expect(one.iv).not.toBe(two.iv);
    expect(one.sender).not.toEqual(two.sender);
  });

  it('cannot be opened with the key of another run', async () => {
    const [mine, other] = await Promise.all([createTokenUnsealer(), createTokenUnsealer()]);
    const sealed = await sealToken('token', mine.publicKey);
    await expect(other.unseal(sealed)).rejects.toThrow();
  });

  it('that was altered is refused', async () => {
    const unsealer = await createTokenUnsealer();
    const sealed = await sealToken('token', unsealer.publicKey);
    await expect(unsealer.unseal({ ...sealed, ciphertext: flipped(sealed.ciphertext) })).rejects.toThrow();
    await expect(unsealer.unseal({ ...sealed, iv: flipped(sealed.iv) })).rejects.toThrow();
    const stranger = await createTokenUnsealer();
    await expect(unsealer.unseal({ ...sealed, sender: stranger.publicKey })).rejects.toThrow();
    await expect(unsealer.unseal({ ...sealed, ciphertext: '' })).rejects.toThrow();
    await expect(unsealer.unseal({ ...sealed, ciphertext: '§' })).rejects.toThrow();
  });

  it('is opened by a key whose private half has no way out', async () => {
    const unsealer = await createTokenUnsealer();
    expect(Object.keys(unsealer.publicKey).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
    expect(JSON.stringify(unsealer)).not.toContain('"d"');
  });
});
