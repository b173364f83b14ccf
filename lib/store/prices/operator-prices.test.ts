import { expect, test } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
  test('a price stays as it was when it was first used, whichever gateway reports it again', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const other = await fixture.open()
    expect(await store.operatorPrices.find('op:a:1')).toBeNull()

    await store.operatorPrices.save([
      { ref: 'op:a:1', price: '{"a":1}' },
      { ref: 'op:b:1', price: '{"b":1}' },
    ])
    await other.operatorPrices.save([{ ref: 'op:a:1', price: '{"a":2}' }])
    await other.operatorPrices.save([])

    expect(await other.operatorPrices.find('op:a:1')).toBe('{"a":1}')
    expect(await other.operatorPrices.find('op:b:1')).toBe('{"b":1}')
  })
})
