import { expect, test } from 'vitest'
import { LinkList } from './link-list.ts'

const add = (list: LinkList, href: string) =>
  list.add({ href, identity: href, route: '', page: true }, { source: 'page', depth: 1 })

test('is full by number of links or by total URL length, whichever comes first', () => {
  const byNumber = new LinkList(2)
  const byLength = new LinkList(1000, 100)

  for (const list of [byNumber, byLength]) {
    for (let at = 0; at < 10; at++) add(list, `https://a.example/${'x'.repeat(20)}${at}`)
  }

  expect([byNumber.full, byNumber.all.length]).toEqual([true, 2])
  expect([byLength.full, byLength.all.length]).toEqual([true, 3])
})

test('still recognizes its links when it is full', () => {
  const list = new LinkList(1)
  const known = add(list, 'https://a.example/')

  expect(add(list, 'https://a.example/b')).toBeNull()
  expect(add(list, 'https://a.example/')).toBe(known)
})
