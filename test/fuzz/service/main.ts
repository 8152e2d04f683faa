import { isClean } from './findings.ts';
import { runServiceFuzz } from './run.ts';

/** `npm run fuzz -- service --cases N --seed S`: the last line is one JSON object with all counts; gives the exit code. */
export async function fuzzService(cases: number, seed: number): Promise<number> {
  console.log(`seed ${seed}`);
  const report = await runServiceFuzz(cases, seed, (line) => {
    console.log(line);
  });
  const clean = isClean(report);
  if (!clean) console.log(`again: npm run fuzz -- service --cases ${cases} --seed ${seed}`);
  console.log(JSON.stringify(report));
  return clean ? 0 : 1;
}
