import { expect, test } from 'vitest'
import { toNextPath } from './next-path.ts'

test.each(['/chat', '/chat?models=a,b', '/team/keys', '/search?q=a//b', '/a'])(
  '%s is a console path',
  path => {
    expect(toNextPath(path)).toBe(path)
  },
)

test.each([
  null,
  undefined,
  ['/chat'],
  '',
  '/',
  'chat',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/chat\\evil',
  '/\t/evil.example',
  '/%09/evil.example\n',
  'javascript:alert(1)',
  ' /chat',
  'https:evil.example',
  '/\u0000chat',
])('%j redirects to the home page', path => {
  expect(toNextPath(path)).toBe('/')
})
