import { expect, test } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const pair = { bucket: 'pair:127.0.0.1|a@example.org', windowMs: 900_000 }
const mail = { bucket: 'mail:a@example.org', windowMs: 3_600_000 }
const now = 1_800_000_000_000

onEachDatabase(makeFixture => {
  test('forty simultaneous attempts by two processes are counted individually', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])

    const counts = await Promise.all(
      stores.flatMap(store =>
        Array.from({ length: 20 }, () => store.signInAttempts.count([pair, mail], now)),
      ),
    )

    const attempts = counts.map(({ counted }) => counted[0]?.attempts ?? 0)
    expect(Math.max(...attempts)).toBe(40)
    expect(attempts.filter(count => count <= 5).length).toBeLessThanOrEqual(5)
  })

  test('attempts expire with their limit', async () => {
    await using fixture = await makeFixture()
    const { signInAttempts } = await fixture.open()
    await signInAttempts.count([pair, mail], now)

    const { counted } = await signInAttempts.count([pair, mail], now + pair.windowMs)

    expect(counted).toEqual([
      { attempts: 1, oldestAt: now + pair.windowMs },
      { attempts: 2, oldestAt: now },
    ])
  })

  test('a correct password clears its pair of account and address, and its own attempt elsewhere, but not guesses of others', async () => {
    await using fixture = await makeFixture()
    const { signInAttempts } = await fixture.open()
    await signInAttempts.count([{ ...pair, bucket: 'pair:other' }, mail], now)
    await signInAttempts.count([pair, mail], now)
    const { id } = await signInAttempts.count([pair, mail], now)

    await signInAttempts.forgive([pair, mail], id)

    const { counted } = await signInAttempts.count([pair, mail], now)
    expect(counted.map(({ attempts }) => attempts)).toEqual([1, 3])
  })
})
