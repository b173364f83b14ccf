'use client'
import { useMemo } from 'react'
import { useIssue } from '#components/playground/issues-context.ts'
import { useOpenCurl } from '#components/playground/use-open-curl.ts'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { formatCount } from '#lib/client/format.ts'
import { readAddresses } from '#lib/client/scrape/read-addresses.ts'
import { applyDraft, writeAddresses } from '#lib/client/scrape/scrape-state.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { AddressProblems } from './address-problems.tsx'
import { useScrape, useScrapeStore } from './scrape-context.ts'

// Browsers insert line by line, and lay the field out anew each time: thousands of lines would hold the page up.
const longPaste = 10_000

/** The pages to read, one address per line. */
export function AddressesField({ contract }: { contract: ContractInfo }) {
  const store = useScrapeStore()
  const { text, addresses } = useScrape()
  const { problems } = useMemo(() => readAddresses(text), [text])
  const issue = useIssue('params.url')
  const write = (next: string) => store.update(state => writeAddresses(state, next))
  const openCurl = useOpenCurl(contract, {
    take(draft) {
      const former = store.read()
      store.update(state => applyDraft(state, draft))
      return () => store.update(({ rows, entry }) => ({ ...former, rows, entry }))
    },
    paste: write,
  })
  return (
    <div data-field="params.url" className="flex min-w-0 flex-col gap-1.5">
      <Field
        label="Addresses, one per line"
        error={issue?.message}
        aside={addresses.length > 1 && <span>{formatCount(addresses.length)} pages, 4 at a time</span>}
      >
        {ids => (
          <TextArea
            {...ids}
            data-main-input
            spellCheck={false}
            autoCapitalize="off"
            inputMode="url"
            dir="ltr"
            rows={3}
            className="min-h-20 text-base"
            placeholder="https://example.com/page – more below it, or paste a curl"
            value={text}
            onChange={event => write(event.target.value)}
            onPaste={event => {
              const pasted = event.clipboardData.getData('text/plain')
              if (text === '' && openCurl(pasted)) return event.preventDefault()
              if (pasted.length < longPaste) return
              event.preventDefault()
              const { selectionStart, selectionEnd } = event.currentTarget
              write(text.slice(0, selectionStart) + pasted + text.slice(selectionEnd))
            }}
          />
        )}
      </Field>
      <AddressProblems problems={problems} />
    </div>
  )
}
