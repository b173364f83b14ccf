import { expect, test } from 'vitest'
import { LimitBook } from '#lib/store/limits/limit-book.ts'
import { ShareOpenings } from './share-openings.ts'

function openingsAt() {
  const clock = { ms: 1000 }
  const book = new LimitBook({
    uses: null,
    instanceId: 'gw_1',
    onDatabaseFailure: 'share',
    instances: () => 1,
    now: () => clock.ms,
  })
  return { clock, openings: new ShareOpenings(book, 'secret') }
}

test('a network opens sixty links in any minute; another network has its own', async () => {
  const { clock, openings } = openingsAt()
  for (let at = 0; at < 60; at++) await openings.take(`2001:db8:0:1::${at}`)

  await expect(openings.take('2001:db8:0:1::ff')).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    message: 'Too many links were opened from your network. Try again in 61 s.',
  })
  await openings.take('2001:db8:0:2::1')
  clock.ms += 60_250
  await openings.take('2001:db8:0:1::ff')
})

test('the networks of a site have four times as many together', async () => {
  const { openings } = openingsAt()
  for (let at = 0; at < 240; at++) await openings.take(`2001:db8:0:${(at % 8) + 1}::1`)

  await expect(openings.take('2001:db8:0:9::1')).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
})
