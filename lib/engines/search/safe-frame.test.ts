import { expect, test } from 'vitest'
import { safeFrame } from './safe-frame.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/abcdefghijk'

test.each([
  ['https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1', 'https://v.example/', youtube],
  ['//www.youtube.com/embed/abcdefghijk', 'https://v.example/', youtube],
  [undefined, 'https://www.youtube.com/watch?v=abcdefghijk&t=3', youtube],
  [undefined, 'https://m.youtube.com/watch?v=abcdefghijk', youtube],
  [undefined, 'https://youtu.be/abcdefghijk', youtube],
  ['https://player.vimeo.com/video/123456', 'https://v.example/', 'https://player.vimeo.com/video/123456'],
  [undefined, 'https://vimeo.com/123456', 'https://player.vimeo.com/video/123456'],
  ['https://evil.example/embed/abcdefghijk', 'https://v.example/', undefined],
  ['https://youtube.com.evil.example/embed/abcdefghijk', 'https://v.example/', undefined],
  ['https://www.youtube.com/redirect?q=https://evil.example', 'https://v.example/', undefined],
  ['https://www.youtube.com/embed/..%2f..%2fredirect', 'https://v.example/', undefined],
  ['javascript:alert(1)//youtube.com/embed/abcdefghijk', 'https://v.example/', undefined],
  ['<iframe src="https://www.youtube.com/embed/abcdefghijk">', 'https://v.example/', undefined],
  [undefined, 'https://www.youtube.com/@channel', undefined],
])('player %s of the page %s is %s', (frame, url, player) => {
  expect(safeFrame(frame, url)).toBe(player)
})
