/** A picture in gray, row by row from the top left, from 0 for black to 255. */
export interface GrayPicture {
  width: number;
  height: number;
  data: Uint8Array;
}
