'use client'
import { Button } from '#components/ui/button.tsx'
import { fieldAt, withFieldAt } from '#lib/client/body-field.ts'
import type { ScrapeFormat } from '#lib/contracts/scrape.ts'
import { useScrape, useScrapeStore } from './scrape-context.ts'

// What the API returns while the formats are not set.
const formatsDefault: readonly string[] = ['markdown']

/** A format that the request did not ask for, and the way to it. */
export function NotAsked({ format, place }: { format: ScrapeFormat; place: number }) {
  const store = useScrapeStore()
  const { body } = useScrape()
  const set = fieldAt(body, 'params.formats')
  const formats = Array.isArray(set) ? set : formatsDefault
  const readWith = () => {
    const wanted = formats.includes(format) ? formats : [...formats, format]
    store.update(state => ({ ...state, body: withFieldAt(state.body, 'params.formats', wanted) }))
    store.retry(place, { asSet: true })
  }
  return (
    <div className="flex flex-col items-start gap-2 text-muted">
      <p>
        The request did not ask for <code>{format}</code>.
      </p>
      <Button onClick={readWith}>Read again with {format}</Button>
    </div>
  )
}
