import { saveBlob } from '../../stores/export-file.ts';
import { isoDay, localDay } from '#shared/base/dates.ts';

/** Styles that are not attributes, or that use theme colors. */
const looks = ['fill', 'stroke', 'font-family', 'font-size', 'font-weight'] as const;
/** Picture pixels per screen pixel, for sharp print. */
const scale = 2;
const margin = 20;
const headRoom = 60;
const legendRoom = 26;

/** Offers a chart as a picture with title and legend; false if it could not be drawn. */
export async function savePicture(
  chart: SVGSVGElement,
  { title, sentence, legend }: { title: string; sentence: string; legend: HTMLElement | null },
): Promise<boolean> {
  const { width, height } = chart.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * margin) * scale;
  const top = margin + headRoom + (legend === null ? 0 : legendRoom);
  canvas.height = (height + top + margin) * scale;
  const context = canvas.getContext('2d');
  const picture = await toImage(chart, width, height);
  if (context === null || picture === null) return false;
  const page = getComputedStyle(document.documentElement);
  const family = getComputedStyle(document.body).fontFamily;
  context.scale(scale, scale);
  context.fillStyle = page.getPropertyValue('--surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'top';
  context.fillStyle = page.getPropertyValue('--text');
  context.font = `600 15px ${family}`;
  context.fillText(title, margin, margin, width);
  context.fillStyle = page.getPropertyValue('--text-2');
  context.font = `400 13px ${family}`;
  context.fillText(sentence, margin, margin + 26, width);
  if (legend !== null) drawLegend(context, legend);
  context.drawImage(picture, margin, top, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) return false;
  const name = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  saveBlob(blob, `gangway-${name}-${isoDay(localDay(new Date()))}.png`);
  return true;
}

/** Draws the legend with the page's colors. */
function drawLegend(context: CanvasRenderingContext2D, legend: HTMLElement): void {
  let left = margin;
  const top = margin + headRoom;
  for (const item of legend.querySelectorAll('li')) {
    const word = item.textContent;
    const square = item.querySelector('rect');
    if (square !== null) {
      const { fill, stroke } = getComputedStyle(square);
      context.fillStyle = fill;
      context.strokeStyle = stroke;
    }
    context.fillRect(left, top + 2, 10, 10);
    context.strokeRect(left + 0.5, top + 2.5, 9, 9);
    context.fillStyle = getComputedStyle(item).color;
    context.fillText(word, left + 16, top);
    left += 16 + context.measureText(word).width + 18;
  }
}

async function toImage(
  chart: SVGSVGElement,
  width: number,
  height: number,
): Promise<HTMLImageElement | null> {
  const copy = document.importNode(chart, true);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const copies = copy.querySelectorAll('*');
  for (const [index, element] of [...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of looks) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  const image = new Image();
  const text = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}
