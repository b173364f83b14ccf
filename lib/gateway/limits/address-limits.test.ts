import { expect, test } from 'vitest'
import { LimitBook } from '#lib/store/limits/limit-book.ts'
import { AddressLimits } from './address-limits.ts'

function limitsAt() {
  const clock = { ms: 1000 }
  const book = new LimitBook({
    uses: null,
    instanceId: 'gw_1',
    onDatabaseFailure: 'share',
    instances: () => 1,
    now: () => clock.ms,
  })
  return { clock, limits: new AddressLimits(book, 'secret') }
}

async function upload(limits: AddressLimits, address: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) (await limits.take(address))[Symbol.dispose]()
}

test('an address has ten uploads in any minute', async () => {
  const { clock, limits } = limitsAt()
  await upload(limits, '10.0.0.1', 9)
  clock.ms += 59_000
  await upload(limits, '10.0.0.1')

  await expect(upload(limits, '10.0.0.1')).rejects.toThrow(
    expect.objectContaining({ code: 'rate_limit_exceeded', retryAfterMs: 1250 }),
  )
  clock.ms += 1250
  await upload(limits, '10.0.0.1', 9)
})

test('an address has two uploads at a time', async () => {
  const { limits } = limitsAt()
  const first = await limits.take('10.0.0.1')
  await limits.take('10.0.0.1')

  await expect(limits.take('10.0.0.1')).rejects.toThrow(/2 concurrent uploads/)
  first[Symbol.dispose]()
  await upload(limits, '10.0.0.1')
})

test('an IPv4 address is the same however it is written, and every other one is another', async () => {
  const { limits } = limitsAt()
  await upload(limits, '10.0.0.1', 5)
  await upload(limits, '::ffff:10.0.0.1', 5)

  await expect(upload(limits, '::ffff:a00:1')).rejects.toThrow(/10 uploads per minute/)
  await upload(limits, '10.0.0.2')
})

test('a /64 network has the limit of an address, and a /48 network four times as much', async () => {
  const { limits } = limitsAt()
  await upload(limits, '2001:db8:7:1::1', 5)
  await upload(limits, '2001:db8:7:1:ffff::2', 5)
  await expect(upload(limits, '2001:db8:7:1::3')).rejects.toThrow(/an IP address is limited to 10 uploads/)
  for (const network of [2, 3, 4]) await upload(limits, `2001:db8:7:${network}::1`, 10)

  await expect(upload(limits, '2001:db8:7:5::1')).rejects.toThrow(/a \/48 network is limited to 40 uploads/)
  await upload(limits, '2001:db8:8::1', 10)
})
