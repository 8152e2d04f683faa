import { describe, expect, it } from 'vitest';
import { type GrayPicture, type PreparedPage, onPrepared } from '#shared/ocr/prepare-page.ts';
import { chain, toScaled, turning, unchanged } from '#shared/ocr/projection.ts';
import {
  doubtBesideLost,
  isToRetake,
  judgeAs,
  type ExpectedPage,
  type PageQuality,
} from '#shared/ocr/judge-page.ts';
import { measurePage } from '#shared/ocr/measure-page.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';
import { paperPage } from '#test/paper-page.ts';

const [width, height] = [960, 720];
const rowHeight = 20;

/** A page with rows of strokes as high as letters, and no frame. */
function drawPage(change: (level: number, x: number, y: number) => number = (level) => level): GrayPicture {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isInk = x > 96 && x < 864 && y > 96 && y < 624 && y % 48 < rowHeight && x % 36 < 14;
      data[y * width + x] = Math.max(0, Math.min(255, change(isInk ? 20 : 250, x, y)));
    }
  }
  return { width, height, data };
}

/** A license with its number and its last day, in rows where the strokes are. */
function licenseWords(confidence: number, number = '0923764'): PageWord[] {
  const rows = ['Contractors State License', `License Number: ${number}`, 'Expiration Date: 03/31/2031'];
  return rows.flatMap((row, index) => {
    let x = 100;
    return row.split(' ').map((text) => {
      const box = { x, y: 96 + index * 48, width: text.length * 12, height: rowHeight };
      x += text.length * 12 + 10;
      return { text, confidence, box };
    });
  });
}

/** As it was read, but for its rows that were leveled. */
function asPrepared(picture: GrayPicture, degrees = 0): PreparedPage {
  const sheet = { picture, toOriginal: unchanged, turned: 0 } as const;
  return { picture, degrees, toSheet: turning(degrees, picture, picture), sheet };
}

const plain = drawPage();
const plainMeasures = measurePage(plain, 0);

function judge(picture: GrayPicture, words = licenseWords(0.96)): PageQuality {
  return judgeAs(
    'license',
    picture === plain ? plainMeasures : measurePage(picture, 0),
    words,
    asPrepared(picture),
  );
}

const defects = (quality: PageQuality) => quality.defects.map(({ defect }) => defect);

/** The mean of the pixels around, as far as a lens out of focus takes them. */
function blur(picture: GrayPicture, radius: number): GrayPicture {
  const data = picture.data.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    let [sum, count] = [0, 0];
    for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column += 1) {
      sum += picture.data[y * width + column] ?? 0;
      count += 1;
    }
    return sum / count;
  });
  return { ...picture, data };
}

describe('the picture of a page', () => {
  it('is good where all of it was read surely', () => {
    const quality = judge(plain);
    expect(quality.overallScore).toBe(100);
    expect(quality.defects).toEqual([]);
    expect(isToRetake(quality, 70)).toBe(false);
  });

  it('is handed in as what its heading says where nobody said what it is', () => {
    const judgeUnsaid = (words: PageWord[]) => judgeAs('by_heading', plainMeasures, words, asPrepared(plain));
    expect(judgeUnsaid(licenseWords(0.96))).toEqual(judge(plain));
    expect(defects(judgeUnsaid(licenseWords(0.96).slice(0, -1)))).toEqual(['field_unread']);
    const letter = licenseWords(0.96).map((word) => ({ ...word, text: 'letter' }));
    expect(judgeUnsaid(letter)).toMatchObject({ overallScore: 100, defects: [] });
    expect(defects(judge(plain, letter))).toContain('field_unread');
  });

  it('scores lower the less sure its words are', () => {
    const scores = [0.96, 0.9, 0.8, 0.6, 0.3].map(
      (confidence) => judge(plain, licenseWords(confidence)).overallScore,
    );
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it('is blurred where no edge is steep, and unsure words are told', () => {
    const quality = judge(blur(plain, 6), licenseWords(0.5));
    expect(defects(quality)).toContain('blurry');
    expect(quality.defects.find(({ defect }) => defect === 'blurry')?.where).toHaveLength(
      licenseWords(0.5).length,
    );
    expect(isToRetake(quality, 70)).toBe(true);
    expect(quality.scoreBreakdown.sharpness).toBeLessThan(judge(plain).scoreBreakdown.sharpness);
  });

  it('is blurred by less where no word was read at all', () => {
    const blurred = blur(plain, 3);
    expect(defects(judge(blurred))).not.toContain('blurry');
    expect(defects(judge(blurred, []))).toContain('blurry');
    expect(defects(judge(plain, []))).not.toContain('blurry');
  });

  it('has glare where light took the ink, and not where half of it lies in a shadow', () => {
    const lit = judge(
      drawPage(
        (level, x, y) =>
          0.85 * level + 400 * Math.exp(-((((x - 400) ** 2 + (y - 200) ** 2) / 150 ** 2) ** 1.5)),
      ),
      licenseWords(0.9),
    );
    expect(defects(lit)).toContain('glare');
    expect(isToRetake(lit, 70)).toBe(true);
    expect(lit.defects.find(({ defect }) => defect === 'glare')?.where[0]?.x).toBeGreaterThan(200);
    const shaded = judge(drawPage((level, x) => level * (1 - 0.75 / (1 + Math.exp((480 - x) / 20)))));
    expect(defects(shaded)).toEqual(['dark']);
    expect(shaded.defects[0]?.where[0]?.x).toBeGreaterThanOrEqual(448);
  });

  it('is cut off where rows run over its edge, and tells the side', () => {
    const cut = { width: 760, height, data: new Uint8Array(760 * height) };
    for (let y = 0; y < height; y += 1)
      cut.data.set(plain.data.subarray(y * width, y * width + 760), y * 760);
    // The last stroke is at the edge.
    for (let y = 97; y < 624; y += 1) if (y % 48 < rowHeight) cut.data.fill(20, y * 760 + 755, y * 760 + 760);
    const quality = judge(cut);
    expect(defects(quality)).toContain('text_cut_off');
    expect(quality.defects[0]?.where).toEqual([{ x: 745, y: 0, width: 15, height }]);
  });

  it('has glare where light took the most of it', () => {
    const lit = (level: number, x: number, y: number) =>
      0.85 * level + 400 * Math.exp(-((((x - 480) ** 2 + (y - 360) ** 2) / 330 ** 2) ** 1.5));
    const quality = judge(drawPage(lit), licenseWords(0.9));
    expect(defects(quality)).toContain('glare');
    expect(isToRetake(quality, 70)).toBe(true);
    // Light that takes ink leaves words beside it badly read: these are only bright.
    const bright = judge(drawPage(lit), licenseWords(0.95));
    expect(defects(bright)).toContain('glare');
    expect(isToRetake(bright, 70)).toBe(false);
  });

  it('has no glare beside the gray rim of a scanner, and no text is cut by a black one', () => {
    const rimmed = (rim: number) =>
      judge(
        drawPage((level, x, y) =>
          x > width - 40 - y / 60 || y > height - 30 ? rim : x % 36 === 14 ? 225 : Math.min(255, level + 5),
        ),
      );
    expect(defects(rimmed(215))).toEqual([]);
    expect(defects(rimmed(4))).toEqual([]);
  });

  it('has no glare beside the gray headings of a table, whose bold text is darker than its lines', () => {
    const isHeading = (x: number, y: number) => x > 90 && x < 870 && y > 190 && y < 290;
    const table = judge(
      drawPage((level, x, y) => {
        if (isHeading(x, y)) return y > 220 && y < 250 && x < 500 && x % 12 < 6 ? 10 : 227;
        // The lines of the table under it are thin and gray.
        const isLine = y > 300 && x > 90 && x < 870 && x % 32 < 2;
        return isLine ? 190 : y < 190 && level < 100 ? level : 255;
      }),
    );
    expect(defects(table)).toEqual([]);
    expect(table.lostAt).toEqual([]);
  });

  it('is to be taken again where its print is extremely faint, however sure its words are', () => {
    const toFaint = (share: number) => judge(drawPage((level) => 250 - (250 - level) * share));
    const [hardly, faint] = [toFaint(0.04), toFaint(0.1)];
    expect([hardly.overallScore, isToRetake(hardly, 70)]).toEqual([60, true]);
    expect([faint.overallScore, isToRetake(faint, 70)]).toEqual([100, false]);
  });

  it.each([
    ['white', () => 250],
    ['black', () => 3],
    ['grainy', (x: number, y: number) => 240 + ((x * 7919 + y * 104_729) % 11)],
  ])('that is all %s is blank', (_, level) => {
    expect(
      defects(
        judge(
          drawPage((_own, x, y) => level(x, y)),
          [],
        ),
      ),
    ).toEqual(['blank']);
  });

  it('is not blank where its print is too faint or too dark to be read', () => {
    const faint = judge(
      drawPage((level) => 250 - (250 - level) * 0.1),
      [],
    );
    expect(defects(faint)).toContain('faint');
    expect(
      defects(
        judge(
          drawPage((level) => level * 0.15),
          [],
        ),
      ),
    ).toContain('dark');
  });

  it('says that it was turned, which is no reason to take it again', () => {
    for (const [turned, defect] of [
      [90, 'sideways'],
      [180, 'upside_down'],
      [270, 'sideways'],
    ] as const) {
      const prepared = asPrepared(plain);
      const page = { ...prepared, sheet: { ...prepared.sheet, turned } };
      const quality = judgeAs('license', plainMeasures, licenseWords(0.96), page);
      expect(defects(quality)).toEqual([defect]);
      expect(quality.overallScore).toBe(100);
      expect(isToRetake(quality, 70)).toBe(false);
    }
  });

  it('has its defects where they are on the picture, not on the sheet', () => {
    const prepared = asPrepared(plain);
    const sheet = {
      ...prepared.sheet,
      toOriginal: chain(toScaled(2), turning(0, { width: 0, height: 0 }, { width: 80, height: 40 })),
    };
    const [blurry] = judgeAs('license', { ...plainMeasures, edgeWidth: 20 }, licenseWords(0.5), {
      ...prepared,
      sheet,
    }).defects;
    expect(blurry?.where[0]).toEqual({ x: 240, y: 212, width: 264, height: 40 });
  });

  it('is not refused for a few unsure marks beside the text, and says what is unclear otherwise', () => {
    const stray = [0, 1, 2].map((index) => ({
      text: 'wxv',
      confidence: 0.1,
      box: { x: 700, y: 400 + 60 * index, width: 40, height: 20 },
    }));
    const marked = judge(plain, [...licenseWords(0.96), ...stray]);
    expect(isToRetake(marked, 70)).toBe(false);
    expect(defects(judge(plain, licenseWords(0.75)))).toEqual(['unclear']);
  });

  it('is straight where its rows are centered, and leans where the column does', () => {
    const lean = (left: (row: number) => number) => {
      const rows = Array.from({ length: 12 }, (_, row) => ({
        text: 'Contractor',
        confidence: 0.96,
        box: { x: left(row), y: 90 + 40 * row, width: 120, height: 20 },
      }));
      return defects(
        judge(plain, [
          ...rows,
          ...licenseWords(0.96).map((word) => ({ ...word, box: { ...word.box, x: word.box.x + 400 } })),
        ]),
      );
    };
    expect(lean((row) => [120, 290, 200, 40, 260, 100, 310, 60, 30, 220, 90, 10][row] ?? 0)).not.toContain(
      'skewed',
    );
    expect(lean((row) => 100 + 6 * row)).toContain('skewed');
  });

  it('loses more to the same light where there is text than where there is none', () => {
    const lit = (x0: number, y0: number) =>
      judge(
        drawPage(
          (level, x, y) =>
            0.85 * level + 400 * Math.exp(-((((x - x0) ** 2 + (y - y0) ** 2) / 90 ** 2) ** 1.5)),
        ),
        licenseWords(0.92),
      ).overallScore;
    expect(lit(250, 150)).toBeLessThan(lit(700, 450));
  });

  it('is cut off where a line of the form runs over its edge', () => {
    const lined = (from: number, to: number) =>
      judge(drawPage((level, x, y) => (y >= 650 && y < 652 && x >= from && x < to ? 20 : level)));
    expect(defects(lined(100, width))).toEqual(['text_cut_off']);
    expect(defects(lined(0, 860))).toEqual(['text_cut_off']);
    expect(defects(lined(100, 860))).toEqual([]);
    // A speck at the rim.
    expect(defects(lined(width - 4, width))).toEqual([]);
  });

  it('loses more the farther it is cut through on the side where rows begin', () => {
    const scores = [900, 800, 700].map((left) => {
      const cut = { width: left, height, data: new Uint8Array(left * height) };
      for (let y = 0; y < height; y += 1)
        cut.data.set(plain.data.subarray((y + 1) * width - left, (y + 1) * width), y * left);
      for (let y = 97; y < 624; y += 1) if (y % 48 < rowHeight) cut.data.fill(20, y * left, y * left + 5);
      return judge(cut).overallScore;
    });
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it.each([
    ['dark', (level: number) => level * 0.15],
    ['faint', (level: number) => 250 - (250 - level) * 0.1],
    ['noisy', (level: number, x: number, y: number) => level + (((x * 7919 + y * 104729) % 211) - 105) * 1.2],
  ] as const)('is %s', (defect, change) => {
    expect(defects(judge(drawPage(change)))).toContain(defect);
  });

  it('is to be taken again where what it is handed in for was not read, however well the rest was', () => {
    const quality = judge(plain, licenseWords(0.96, 'see above'));
    expect(defects(quality)).toEqual(['field_unread']);
    expect(quality.overallScore).toBeGreaterThan(80);
    expect(quality.overallScore).toBeLessThan(100);
    expect(isToRetake(quality, 70)).toBe(true);
  });

  it('is to be taken again as a W-9 where no name was read on it', () => {
    const form = (...rows: string[]) => {
      const words = paperPage(['Form W-9', ...rows, 'EIN 12-3456789'].join('\n'), () => 0.96);
      return judgeAs('w9', plainMeasures, words, asPrepared(plain));
    };
    const named = form('1 Name of entity/individual', 'Rosa Delgado');
    expect([defects(named), isToRetake(named, 70)]).toEqual([[], false]);
    const unnamed = form('1 Name of entity/individual', '');
    expect([defects(unnamed), isToRetake(unnamed, 70)]).toEqual([['field_unread'], true]);
  });

  it('in which nothing was read is the worst there is', () => {
    expect(judge(plain, []).overallScore).toBeLessThan(10);
  });

  it('lacks a field only by what it is handed in as', () => {
    const prepared = asPrepared(plain);
    const noDay = licenseWords(0.96).filter(({ text }) => text !== '03/31/2031');
    const noHeading = licenseWords(0.96).filter(({ text }) => !/licen[sc]e/i.test(text));
    const lacks = (words: PageWord[], expected: ExpectedPage) =>
      defects(judgeAs(expected, plainMeasures, words, prepared)).includes('field_unread');
    expect(lacks(licenseWords(0.96), 'w9')).toBe(true);
    expect([lacks(noDay, 'license'), lacks(noDay, 'by_heading'), lacks(noDay, 'other')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([lacks(noHeading, 'license'), lacks(noHeading, 'by_heading')]).toEqual([true, false]);
  });
});

describe('fields of a page on which letters may be missing', () => {
  const box = { x: 100, y: 100, width: 80, height: 20 };
  const lostAt = [{ x: 200, y: 90, width: 32, height: 32 }];
  const doubt = (field: { box: typeof box; partial?: boolean }, places = lostAt) =>
    doubtBesideLost([{ field: 'licenseNumber', value: '0923764', sure: true, ...field }], {
      lostAt: places,
    })[0]?.sure;

  it('are not sure beside such a place', () => {
    expect(doubt({ box })).toBe(false);
    expect(doubt({ box: { ...box, y: 400 } })).toBe(true);
    expect(doubt({ box }, [])).toBe(true);
  });

  it('are not sure wherever they stand where they are gathered from the whole page', () => {
    expect(doubt({ box: { ...box, y: 400 }, partial: false })).toBe(false);
    expect(doubt({ box: { ...box, y: 400 }, partial: false }, [])).toBe(true);
  });

  it('are never sure on a page that can hardly be read, or is hardly printed', () => {
    const fields = [{ field: 'licenseNumber', value: '0923764', sure: true, box }];
    expect(doubtBesideLost(fields, judge(plain))[0]?.sure).toBe(true);
    expect(doubtBesideLost(fields, judge(plain, licenseWords(0.5)))[0]?.sure).toBe(false);
    const pale = drawPage((level) => 250 - (250 - level) * 0.04);
    expect(doubtBesideLost(fields, judge(pale))[0]?.sure).toBe(false);
  });

  it('are not sure anywhere along a side at which rows are cut, on a page that was turned as well', () => {
    const picture = drawPage((level, x, y) =>
      x < 100 && y > 96 && y < 624 && y % 48 < rowHeight ? 20 : level,
    );
    const measures = measurePage(picture, 0);
    const turned = judgeAs('license', measures, licenseWords(0.96), asPrepared(picture, 20));
    expect(defects(turned)).toContain('text_cut_off');
    const beside = [0.1, 0.5, 0.9].map((down) =>
      onPrepared({ x: 0, y: down * height, width: 40, height: 20 }, asPrepared(picture, 20)),
    );
    for (const place of beside) {
      const [field] = doubtBesideLost([{ field: 'a', value: 'b', sure: true, box: place }], turned);
      expect(field?.sure).toBe(false);
    }
  });

  it('are so under light, on a page that was turned as well', () => {
    const picture = drawPage(
      (level, x, y) => 0.85 * level + 400 * Math.exp(-((((x - 250) ** 2 + (y - 150) ** 2) / 90 ** 2) ** 1.5)),
    );
    const measures = measurePage(picture, 0);
    const [light] = judgeAs('license', measures, licenseWords(0.96), asPrepared(picture)).lostAt;
    const [larger] = judgeAs('license', measures, licenseWords(0.96), {
      ...asPrepared(picture),
      picture: { ...picture, width: 2 * width, height: 2 * height },
      toSheet: toScaled(0.5),
    }).lostAt;
    expect(light).toBeDefined();
    expect(larger).toEqual({
      x: 2 * (light?.x ?? 0),
      y: 2 * (light?.y ?? 0),
      width: 2 * (light?.width ?? 0),
      height: 2 * (light?.height ?? 0),
    });
  });
});
