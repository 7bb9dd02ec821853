import { expect, test } from 'vitest';
import { withDarkBarsLight } from './with-dark-bars-light.ts';

const [width, height] = [400, 60];

test('a title that is white on a dark bar becomes dark on white, and a line of text stays', () => {
  const values = new Uint8Array(width * height).fill(240);
  for (let y = 10; y < 30; y += 1)
    for (let x = 20; x < 380; x += 1) values[y * width + x] = x % 20 < 4 && y > 14 && y < 26 ? 250 : 10;
  for (let y = 40; y < 52; y += 1) for (let x = 20; x < 380; x += 8) values[y * width + x] = 10;
  const { values: light } = withDarkBarsLight({ width, height, values });
  const at = (x: number, y: number) => light[y * width + x];
  expect(at(30, 12)).toBe(245);
  expect(at(41, 20)).toBe(5);
  expect(at(5, 20)).toBe(240);
  expect(at(20, 45)).toBe(10);
});
