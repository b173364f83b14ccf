'use client'
import { Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { HighlightedCode } from '#components/playground/code/highlighted-code.tsx'
import { copy } from '#components/playground/copy.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { type Flavour, flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'
import type { CatalogModel } from './model/catalog-model.ts'
import { toExampleRequest } from './model/example-request.ts'

const languages = [
  { value: 'python', label: 'Python' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'curl', label: 'curl' },
] as const

type Language = (typeof languages)[number]['value']

/** The smallest program that uses this model. */
export function ModelSnippet({ model: { id, type } }: { model: Pick<CatalogModel, 'id' | 'type'> }) {
  const { baseUrl } = useApi()
  const [language, setLanguage] = useState<Language>('python')
  const snippet = useMemo(() => {
    const request = toExampleRequest({ id, type }, baseUrl)
    return toSnippet(request, { flavour: chooseFlavour(request.contract, language) })
  }, [id, type, baseUrl, language])
  return (
    <section aria-label="Snippet" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <Segmented label="Language" choices={languages} value={language} onChange={setLanguage} />
        <IconButton label="Copy the snippet" onClick={() => void copy(snippet.code, 'Snippet')}>
          <Copy size={16} aria-hidden />
        </IconButton>
      </div>
      <HighlightedCode
        code={snippet.code}
        language={snippet.language}
        label={`Snippet: ${snippet.fileName}`}
      />
      {snippet.install && (
        <p className="text-xs text-muted">
          Install: <code className="text-text">{snippet.install}</code>
        </p>
      )}
    </section>
  )
}

/** The first one of the language, which is the SDK where there is one. */
function chooseFlavour(contract: string, language: Language): Flavour {
  const flavours = flavoursOf(contract)
  return flavours.find(({ flavour }) => flavour.startsWith(language))?.flavour ?? 'curl'
}
