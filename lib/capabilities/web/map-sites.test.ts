import { describe, expect, test } from 'vitest'
import { atPort, linking, startTestSite } from '#lib/capabilities/__fixtures__/test-site.ts'

describe('a site is', () => {
  const listedFrom = async (start: string, includeSubdomains: boolean, names: readonly string[]) => {
    const to = atPort(port => linking(...names.map(name => `http://${name}:${port}/${name}`)))
    await using site = await startTestSite({ '/': to }, { hosts: [start, ...names] })
    const url = `http://${start}:${site.port}/`
    const { answer } = await site.map({ url, includeSubdomains, ignoreSitemap: true })
    return answer.links.map(link => new URL(link).pathname.slice(1)).filter(name => name !== '')
  }

  test.each([
    ['shop.example', false, ['www.shop.example', 'blog.shop.example', 'other.example'], ['www.shop.example']],
    ['www.shop.example', false, ['shop.example', 'blog.shop.example'], ['shop.example']],
    [
      'www.shop.example',
      true,
      ['shop.example', 'blog.shop.example', 'a.b.shop.example', 'other.example'],
      ['shop.example', 'blog.shop.example', 'a.b.shop.example'],
    ],
    ['www.bbc.co.uk', true, ['news.bbc.co.uk', 'other.co.uk'], ['news.bbc.co.uk']],
    ['alice.github.io', true, ['www.alice.github.io', 'bob.github.io'], ['www.alice.github.io']],
    ['localhost', true, ['www.localhost', 'other'], []],
  ])('%s, with subdomains %j: of %j %j', async (start, includeSubdomains, names, listed) => {
    expect(await listedFrom(start, includeSubdomains, names)).toEqual(listed)
  })

  test.each([false, true])(
    'an IP address and its port alone (with subdomains %j)',
    async includeSubdomains => {
      await using site = await startTestSite(origin => ({
        '/': linking(
          '/a',
          `${origin.replace('127.0.0.1', '127.0.0.2')}/b`,
          'http://127.0.0.1:1/c',
          'http://127.0.0.1/d',
        ),
      }))

      expect((await site.map({ includeSubdomains, ignoreSitemap: true })).paths).toEqual(['/', '/a'])
    },
  )

  test('of subdomains crawled by the robots rules of each', async () => {
    const hosts = ['shop.example', 'open.shop.example', 'closed.shop.example']
    await using site = await startTestSite(
      {
        'shop.example/': atPort(port => linking(...hosts.slice(1).map(host => `http://${host}:${port}/`))),
        'closed.shop.example/robots.txt': 'User-agent: *\nDisallow: /',
        'closed.shop.example/': linking('/never-seen'),
        'open.shop.example/': linking('/seen'),
      },
      { hosts },
    )

    const { answer } = await site.map({
      url: `http://shop.example:${site.port}/`,
      includeSubdomains: true,
      ignoreSitemap: true,
    })

    expect(answer.links.map(link => link.replace(`:${site.port}`, ''))).toEqual([
      'http://shop.example/',
      'http://open.shop.example/',
      'http://closed.shop.example/',
      'http://open.shop.example/seen',
    ])
  })
})

describe('a start address is refused that names', () => {
  test.each([
    ['a file', 'file:///etc/passwd', 'url_not_allowed'],
    ['ftp', 'ftp://a.example/', 'url_not_allowed'],
    ['a user name', 'https://user@a.example/', 'url_not_allowed'],
    ['a password without a scheme', 'user:secret@a.example', 'url_not_allowed'],
    ['nothing that is an address', 'http://', 'invalid_value'],
    ['a port that is closed', 'http://a.example:22/', 'url_not_allowed'],
  ])('%s: %s', async (_, url, code) => {
    await using site = await startTestSite({})

    await expect(site.map({ url })).rejects.toMatchObject({ code, param: 'url' })
  })
})
