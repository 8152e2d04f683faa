import { openDatabase } from '#practice/database.ts';
import { insertDocumentJob } from '#practice/documents.ts';
import { sampleDocumentJobs, type SampleDocumentJob } from '#practice/sample-data.ts';

/** The ID of a made-up document job by its number. */
export function practiceJobId(number: number): string {
  return `3e7a04d2-5a0b-4f6e-9d53-${String(number).padStart(12, '0')}`;
}

/**
 * Puts finished document jobs into the data of a practice service that is not running, with the bundled files in turn and a
 * score of their own each. Returns their IDs.
 */
export function seedPracticeJobs(
  dataDir: string,
  count: number,
  files: (file: string) => boolean = () => true,
): string[] {
  const samples = sampleDocumentJobs().filter((job) => !job.startsUnready && files(job.file));
  const db = openDatabase(dataDir);
  try {
    return db.transaction(() =>
      Array.from({ length: count }, (_unused, number) => {
        const sample = samples[number % samples.length];
        if (sample === undefined) throw new Error('There is no sample to make a job of.');
        const id = practiceJobId(number);
        insertDocumentJob(db, jobLike(sample, id, number), Date.now());
        return id;
      }),
    )();
  } finally {
    db.close();
  }
}

function jobLike(sample: SampleDocumentJob, id: string, number: number): SampleDocumentJob {
  const { result } = sample;
  return {
    ...sample,
    result: {
      ...result,
      id,
      status: 'completed',
      qualityDetails: { ...result.qualityDetails, overallScore: 20 + (number % 80) },
      data: { ...result.data, nameOfEntityIndividual: `Vendor ${number}` },
    },
  };
}
