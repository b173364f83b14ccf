import { expect, test } from 'vitest'
import { playerAddress } from './player-address.ts'

test('only players on the short list are framed, over https', () => {
  expect(playerAddress('https://www.youtube-nocookie.com/embed/1')).toBe(
    'https://www.youtube-nocookie.com/embed/1',
  )
  expect(playerAddress('https://player.vimeo.com/video/1')).toBe('https://player.vimeo.com/video/1')
  for (const other of [
    'http://www.youtube-nocookie.com/embed/1',
    'https://www.youtube-nocookie.com.evil.test/embed/1',
    'https://player.vimeo.com:8443/video/1',
    'javascript:alert(1)',
    '',
  ])
    expect(playerAddress(other)).toBeNull()
})
