import type { PageDefect } from '#shared/paper/judge-page.ts';

/** What a person is told of a picture of a page: what is wrong with it, and how to take a better one. */
export const defectMessages: Readonly<Record<PageDefect, { what: string; advice: string }>> = {
  field_unread: {
    what: 'A required detail could not be read.',
    advice: 'Check that this is the right page, and retake it closer up.',
  },
  text_cut_off: {
    what: 'Text is cut off at the edge.',
    advice: 'Retake it with the whole sheet in the picture.',
  },
  glare: {
    what: 'Glare hides part of the page.',
    advice: 'Turn the page or the lamp so nothing reflects.',
  },
  blurry: { what: 'The picture is blurred.', advice: 'Hold still, let the camera focus, and retake it.' },
  noisy: { what: 'The picture is grainy.', advice: 'Retake it in more light.' },
  dark: { what: 'The page is dark or in shadow.', advice: 'Retake it in even light.' },
  faint: { what: 'The print is faint.', advice: 'Scan it with more contrast, or ask for a darker print.' },
  text_too_small: { what: 'The text is too small.', advice: 'Move closer, or scan it at 300 dots per inch.' },
  skewed: { what: 'The page is tilted.', advice: 'Retake it flat, from straight above.' },
};
