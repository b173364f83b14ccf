import { describe, expect, test } from 'vitest'
import { itemPath, readPageAnchor } from '#components/library/model/item-address.ts'
import {
  readLibrarySearchParams,
  writeLibrarySearchParams,
} from '#components/library/model/library-search-params.ts'
import { readFilter, toFilterSearch } from '#components/requests/model/filter-address.ts'
import {
  readAuditSearchParams,
  writeAuditSearchParams,
} from '#components/settings/model/audit-search-params.ts'
import { readUsageSearchParams, writeUsageSearchParams } from '#components/usage/model/usage-search-params.ts'
import { readShareLink } from '#components/playground/share/model/share-link.ts'

// Links in bookmarks, emails and chats cannot be rewritten.
describe('released console links still open the same page', () => {
  test('the library', () => {
    const search = '?collection=a&title=b&state=indexed&find=c'

    expect(writeLibrarySearchParams(readLibrarySearchParams(new URLSearchParams(search)))).toBe(search)
  })

  test('usage', () => {
    const search =
      '?period=custom&from=2026-11-01&to=2026-11-22&scope=team&by=model&measure=cost&key=a&member=b&model=c&provider=d&capability=chat&sort=name&down=false&page=2'

    expect(writeUsageSearchParams(readUsageSearchParams(new URLSearchParams(search)))).toBe(search)
  })

  test('the audit log', () => {
    const search = '?action=key.create&actor=user_1&from=2026-11-01&to=2026-11-22'

    expect(writeAuditSearchParams(readAuditSearchParams(new URLSearchParams(search)))).toBe(search)
  })

  test('the request log', () => {
    const search =
      'capability=chat&model=a&provider=b&key=c&member=d&outcome=failed&code=e&min_ms=5&session=f&within=24h&from=2026-11-01&to=2026-11-22'

    expect(toFilterSearch(readFilter(new URLSearchParams(search))).toString()).toBe(search)
  })

  test('a page of an item of the library', () => {
    expect(itemPath('lib_1', 3, 'a b')).toBe('/library/lib_1?find=a+b#page=3')
    expect(readPageAnchor('#page=3')).toBe(3)
  })

  test('a link with a request in it', async () => {
    const link = '#v1.BcGxDYAwDADBXb7OBF4FUViOgQITKXYXZXfuFja-mmqFYI8WjT71KmQRo_uLEDTCM_X2RI5z7x8'

    expect(await readShareLink(link, ['chat'])).toEqual({
      contract: 'chat',
      body: { model: 'm', messages: [] },
    })
  })
})
