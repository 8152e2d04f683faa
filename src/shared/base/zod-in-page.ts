import { config } from 'zod';

// A page's content policy forbids compiling text, which zod tries unless told. Each try is reported as a violation, for which
// the engine goes through the whole script once more: a tenth of a second of the start. Imported before any schema.
config({ jitless: true });
