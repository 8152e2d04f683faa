import { z } from 'zod';

/** Public half of the key that the main process makes at each start, for handing a token over. */
export const sealingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().max(64),
  y: z.string().max(64),
});
export type SealingKey = z.infer<typeof sealingKey>;

/** A token on its way to the main process, which alone can read it. */
export const sealedToken = z.object({
  sender: sealingKey,
  iv: z.string().max(32),
  ciphertext: z.string().max(32_768),
});
export type SealedToken = z.infer<typeof sealedToken>;

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const curve = { name: 'ECDH', namedCurve: 'P-256' };

export type TokenUnsealer = Awaited<ReturnType<typeof createTokenUnsealer>>;

/** Makes a fresh key pair. The private half cannot be exported and dies with the process. */
export async function createTokenUnsealer() {
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveKey']);
  return {
    publicKey: await exportPublic(pair.publicKey),
    /** Opens a sealed token; rejects where it was sealed for another key or was altered. */
    async unseal(sealed: SealedToken): Promise<string> {
      const key = await sharedKey(pair.privateKey, sealed.sender, 'decrypt');
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromBase64(sealed.iv) },
        key,
        fromBase64(sealed.ciphertext),
      );
      return new TextDecoder().decode(plain);
    },
  };
}

/** Seals a token for the owner of `recipient`, so that no message on the way holds it in the clear. */
export async function sealToken(token: string, recipient: SealingKey): Promise<SealedToken> {
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveKey']);
  const key = await sharedKey(pair.privateKey, recipient, 'encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(token));
  return {
    sender: await exportPublic(pair.publicKey),
    iv: toBase64(iv),
    ciphertext: toBase64(new Uint8Array(cipher)),
  };
}

async function sharedKey(privateKey: Key, publicKey: SealingKey, use: 'encrypt' | 'decrypt') {
  const imported = await crypto.subtle.importKey('jwk', publicKey, curve, false, []);
  return crypto.subtle.deriveKey(
    { name: 'ECDH', public: imported },
    privateKey,
    { name: 'AES-GCM', length: 256 },
    false,
    [use],
  );
}

async function exportPublic(key: Key): Promise<SealingKey> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key);
  return sealingKey.parse({ kty, crv, x, y });
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
