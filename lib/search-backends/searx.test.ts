import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Searx, searxMissing, startSearx } from './__fixtures__/searx.ts'
import { at, createTestSearch } from './__fixtures__/test-search.ts'

const paper = {
  title: 'Camelid fibre',
  url: 'https://arxiv.example/1',
  content: 'Fibre of llamas is measured.',
}
const picture = {
  title: 'A llama',
  url: 'https://pictures.example/llama',
  img_src: 'https://pictures.example/llama.jpg',
  thumbnail_src: 'https://pictures.example/small.jpg',
}
const video = {
  title: 'Shearing llamas',
  url: 'https://www.youtube.com/watch?v=abcdefghijk',
  content: 'A llama is shorn.',
  thumbnail: 'https://i.ytimg.com/vi/abcdefghijk/default.jpg',
  iframe_src: 'https://www.youtube-nocookie.com/embed/abcdefghijk',
}

describe.skipIf(searxMissing !== null)(
  `with a real server${searxMissing === null ? '' : ` (${searxMissing})`}`,
  () => {
    let searx: Searx

    beforeAll(async () => {
      searx = await startSearx({
        docs: [paper],
        imgs: [picture],
        vids: [video],
        ans: [{ q: 'mass of the moon', answer: '7.3459 × 10^22 kg' }],
      })
      searx.upstream.pages.push(
        {
          title: 'Llama <b>wool</b>',
          url: 'https://wool.example/',
          body: 'The <em>undercoat</em> &amp; more.',
        },
        { title: 'Llama thread', url: 'https://www.reddit.com/r/llamas/1', body: 'I keep llamas.' },
      )
    }, 60_000)
    afterAll(() => searx[Symbol.asyncDispose]())

    test('the general category answers a general search', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])

      const { documents, suggestions, failures } = await search({ query: 'llama' })

      expect(documents.map(({ title, url, content }) => [title, url, content])).toEqual([
        ['Llama wool', 'https://wool.example/', 'The undercoat & more.'],
        ['Llama thread', 'https://www.reddit.com/r/llamas/1', 'I keep llamas.'],
      ])
      expect(suggestions).toEqual(['llama explained'])
      expect(failures).toEqual([])
    })

    test('papers come only from paper engines', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])
      const before = searx.upstream.queries.length

      const { documents } = await search({ query: 'fibre', kind: 'academic' })

      expect(documents.map(({ url }) => url)).toEqual([paper.url])
      expect(searx.upstream.queries).toHaveLength(before)
    })

    test('a calculation is an answer with its page', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])

      const { answers, answered } = await search({ query: 'mass of the moon', kind: 'math' })

      expect(answers.map(({ content, url }) => [content, url])).toEqual([
        ['7.3459 × 10^22 kg', 'https://www.wolframalpha.com/input?i=mass%20of%20the%20moon'],
      ])
      expect(answered).toEqual([{ backend: 'searxng', hits: 1, keyless: false }])
    })

    test('images and videos are found', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])

      const images = await search({ query: 'llama', kind: 'images' })
      const videos = await search({ query: 'llama', kind: 'videos' })

      expect(images.documents).toMatchObject([
        { url: picture.url, image: picture.img_src, thumbnail: picture.thumbnail_src },
      ])
      expect(videos.documents).toMatchObject([
        { url: video.url, title: video.title, frame: video.iframe_src, image: video.thumbnail },
      ])
    })

    test('Reddit is searched by host', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])

      const { documents } = await search({ query: 'llama', kind: 'discussions' })

      expect(searx.upstream.queries.at(-1)).toBe('site:reddit.com llama')
      expect(documents.map(({ url }) => url)).toEqual(['https://www.reddit.com/r/llamas/1'])
    })

    test('a crashed engine is reported', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])

      const { failures } = await search({ query: 'llama-fibre', kind: 'academic' })

      expect(failures).toMatchObject([{ backend: 'searxng', kind: 'engines' }])
      expect(failures[0]?.reason).toMatch(/^its engines did not respond \(arxiv: unexpected crash/)
    })

    test('a slow general engine is reported', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])

      searx.upstream.hangs = true
      const { failures } = await search({ query: 'llama' })
      searx.upstream.hangs = false

      expect(failures).toEqual([
        { backend: 'searxng', kind: 'engines', reason: 'its engines did not respond (web: timeout)' },
      ])
    })

    test('a rate-limited general engine is reported, and is not an empty search', async context => {
      const { search } = createTestSearch(context, [at('searxng', searx.origin)])

      searx.upstream.status = 429
      const { failures, answered } = await search({ query: 'llama' })

      expect(failures).toEqual([
        {
          backend: 'searxng',
          kind: 'engines',
          reason: 'its engines did not respond (web: too many requests)',
        },
      ])
      expect(answered).toEqual([])
    })
  },
)
