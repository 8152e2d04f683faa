/** What is used of libheif; the package describes only its C functions. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills the pixels after the call; null if that failed. */
    display(pixels: ImageData, onShown: (shown: ImageData | null) => void): void;
  }

  export default function createLibheif(): {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
  };
}
