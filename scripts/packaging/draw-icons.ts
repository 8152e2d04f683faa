import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { systemChromium } from '../bootstrap/system-chromium.ts';

// Draws build/icon.svg as the PNG files that the installers need. Run it after the drawing was changed:
//   node scripts/packaging/draw-icons.ts

const build = resolve(import.meta.dirname, '../../build');
const drawing = readFileSync(resolve(build, 'icon.svg'), 'utf8');
const sizes = [16, 24, 32, 48, 64, 128, 256, 512];

const executablePath = systemChromium();
const system = executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] };
const browser = await chromium.launch(existsSync(chromium.executablePath()) ? {} : system);
const page = await browser.newPage();

/** The drawing at that size, with nothing behind it. */
async function drawn(size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  const sized = drawing.replace('width="1024" height="1024"', `width="${size}" height="${size}"`);
  await page.setContent(`<body style="margin:0;line-height:0">${sized}</body>`);
  return page.screenshot({ omitBackground: true });
}

for (const size of sizes) {
  writeFileSync(resolve(build, 'icons', `${size}x${size}.png`), await drawn(size));
}
// macOS and Windows icons are made of this one by electron-builder.
writeFileSync(resolve(build, 'icon.png'), await drawn(1024));
await browser.close();
