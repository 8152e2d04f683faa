import { config } from 'zod';

// The content policy forbids compiling text, which zod tries unless told otherwise. Each try is reported as a violation and costs
// a tenth of a second at the start. Imported before any schema.
config({ jitless: true });
