'use client'
import { Copy } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'
import { chosenFlavour, rememberFlavour } from '#components/playground/code/chosen-flavour.ts'
import { copy } from '#components/playground/copy.ts'
import { FlavourPicker } from '#components/playground/code/flavour-picker.tsx'
import { HighlightedCode } from '#components/playground/code/highlighted-code.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Select } from '#components/ui/form/select.tsx'
import type { ReferenceEntry, ReferenceExample } from '#lib/contracts/reference/reference-entry.ts'
import { bareFlavours, toBareSnippet } from '#lib/snippets/bare-request.ts'
import { type Flavour, flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'

/** The operation's examples as code, in the last chosen language. */
export function ExampleView({ entry }: { entry: Pick<ReferenceEntry, 'id' | 'method' | 'examples'> }) {
  const { baseUrl } = useApi()
  const bare = entry.examples.every(({ body }) => body === null)
  const flavours = flavoursOf(entry.id).filter(({ flavour }) => !bare || isBare(flavour))
  const remembered = useSyncExternalStore(
    notAtAll,
    () => chosenFlavour(entry.id),
    () => 'curl' as const,
  )
  const [picked, setPicked] = useState<Flavour | null>(null)
  const chosen = picked ?? remembered
  const flavour = flavours.some(each => each.flavour === chosen) ? chosen : 'curl'
  const [at, setAt] = useState(0)
  const example = entry.examples[at]
  if (example === undefined) return null
  const { code, language } = print(entry, example, baseUrl, flavour)
  return (
    <section aria-label="Examples" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Example"
          className="w-64 max-sm:w-full"
          value={String(at)}
          choices={entry.examples.map(({ title }, index) => ({ value: String(index), label: title }))}
          onChange={value => setAt(Number(value))}
        />
        <FlavourPicker
          flavours={flavours}
          value={flavour}
          onChange={value => setPicked(rememberFlavour(entry.id, value))}
        />
        <span className="flex-1 max-sm:hidden" />
        <IconButton label="Copy example" onClick={() => void copy(code, 'Example')}>
          <Copy size={16} aria-hidden />
        </IconButton>
      </div>
      <p className="text-muted">{example.description}</p>
      <HighlightedCode code={code} language={language} label={`Example: ${example.title}`} />
    </section>
  )
}

// The choice of another tab does not change this page.
function notAtAll(): () => void {
  return () => {}
}

function print(
  { id, method }: Pick<ReferenceEntry, 'id' | 'method'>,
  { path, body }: ReferenceExample,
  baseUrl: string,
  flavour: Flavour,
) {
  if (body !== null) return toSnippet({ contract: id, baseUrl, path, body }, { flavour })
  return toBareSnippet({ method, url: baseUrl + path }, { flavour: isBare(flavour) ? flavour : 'curl' })
}

function isBare(flavour: Flavour): flavour is (typeof bareFlavours)[number] {
  return bareFlavours.some(each => each === flavour)
}
