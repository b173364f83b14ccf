'use client'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { type AddressProblem, addressesMax, addScheme } from '#lib/client/scrape/read-addresses.ts'
import { writeAddresses } from '#lib/client/scrape/scrape-state.ts'
import { useScrapeStore } from './scrape-context.ts'

const reasons: Readonly<Record<AddressProblem['reason'], string>> = {
  'no-scheme': 'lacks https://',
  'other-scheme': 'is neither http nor https',
  'no-address': 'is no address',
  'too-long': 'is longer than 2,048 characters',
  duplicate: 'is there already',
  'over-limit': `is over the limit of ${formatCount(addressesMax)} pages`,
}
const namedMax = 5

/** The lines that are left out, each with its reason, and what mends them. */
export function AddressProblems({ problems }: { problems: readonly AddressProblem[] }) {
  const store = useScrapeStore()
  if (problems.length === 0) return null
  const mendable = problems.filter(({ reason }) => reason === 'no-scheme').length
  const more = problems.length - namedMax
  return (
    <div role="status" className="flex flex-col items-start gap-1 text-xs text-warn">
      <ul aria-label="Left out">
        {problems.slice(0, namedMax).map(({ line, text, reason }) => (
          <li key={`${line} ${text}`} className="break-words">
            Line {formatCount(line)} {reasons[reason]}: <bdi dir="ltr">{shorten(text)}</bdi>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          and {formatCount(more)} more {more === 1 ? 'line' : 'lines'}
        </p>
      )}
      {mendable > 0 && (
        <Button
          className="text-text"
          onClick={() => store.update(state => writeAddresses(state, addScheme(state.text)))}
        >
          Add https:// to {mendable === 1 ? 'it' : `${formatCount(mendable)} lines`}
        </Button>
      )}
    </div>
  )
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
