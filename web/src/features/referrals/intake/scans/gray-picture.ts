/** The gray values of a picture, row by row, from 0 for black to 255 for white. */
export interface GrayPicture {
  width: number;
  height: number;
  values: Uint8Array;
}
