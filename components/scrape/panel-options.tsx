'use client'
import { ChevronRight } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { Toggles } from '#components/ui/toggles.tsx'
import { fieldAt, withFieldAt } from '#lib/client/body-field.ts'
import type { ScrapeFormat } from '#lib/contracts/scrape.ts'
import { useScrape, useScrapeStore } from './scrape-context.ts'

const formats: readonly ScrapeFormat[] = ['markdown', 'html', 'rawHtml', 'text', 'links', 'screenshot']

/** How a page is read, for a panel beside another result. */
export function PanelOptions() {
  const store = useScrapeStore()
  const { body } = useScrape()
  const set = (name: string, value: unknown) =>
    store.update(state => ({ ...state, body: withFieldAt(state.body, `params.${name}`, value) }))
  const chosen = fieldAt(body, 'params.formats')
  const main = fieldAt(body, 'params.onlyMainContent') !== false
  return (
    <details className="group shrink-0 border-b border-line px-5 py-1 max-sm:px-3">
      <summary className="flex h-7 w-fit cursor-pointer list-none items-center gap-1 text-xs text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight size={14} aria-hidden className="group-open:rotate-90" />
        Options
      </summary>
      <div className="flex flex-col gap-2.5 pb-2">
        <Toggles
          label="Formats"
          options={formats}
          values={Array.isArray(chosen) ? chosen.map(String) : null}
          placeholder={['markdown']}
          onChange={next => set('formats', next.length === 0 ? undefined : next)}
        />
        <div className="flex items-center justify-between gap-2 text-xs text-muted">
          <span>Main content only</span>
          <Switch
            label="Main content only"
            checked={main}
            onChange={on => set('onlyMainContent', on ? undefined : false)}
          />
        </div>
        <SelectorsField label="Keep only (CSS selectors)" name="includeTags" set={set} />
        <SelectorsField label="Leave out (CSS selectors)" name="excludeTags" set={set} />
        <Button className="self-start" onClick={() => store.retry(0, { asSet: true })}>
          Read again
        </Button>
      </div>
    </details>
  )
}

function SelectorsField({
  label,
  name,
  set,
}: {
  label: string
  name: string
  set: (name: string, value: unknown) => void
}) {
  const value = fieldAt(useScrape().body, `params.${name}`)
  return (
    <Field label={label}>
      {ids => (
        <Input
          {...ids}
          // Kept as it is written until the field is left: a selector may hold a comma within brackets.
          defaultValue={Array.isArray(value) ? value.join(' | ') : ''}
          placeholder="article | .content"
          onBlur={event => {
            const selectors = event.target.value.split('|').map(each => each.trim())
            const named = selectors.filter(each => each !== '')
            set(name, named.length === 0 ? undefined : named)
          }}
        />
      )}
    </Field>
  )
}
