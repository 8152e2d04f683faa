// jsdom brings an Uint8Array of its own, which Node's buffers are none of; the core reads its database in buffers.
Object.defineProperty(globalThis, 'Uint8Array', {
  configurable: true,
  writable: true,
  value: Object.getPrototypeOf(Buffer),
});
