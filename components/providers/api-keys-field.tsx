import { ArrowUp, Plus, X } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { type KeyDraft, newKey } from './provider-draft.ts'

const keysMax = 16

/** The keys of a provider: saved ones are shown by their hint only, and can be replaced, moved and removed. */
export function ApiKeysField({
  values,
  hasSeveral,
  isRequired,
  isMoved,
  problemOf,
  onChange,
}: {
  values: readonly KeyDraft[]
  /** Whether there can be more than one key. */
  hasSeveral: boolean
  isRequired: boolean
  /** Whether the saved keys belong to another base URL. */
  isMoved: boolean
  problemOf: (field: string) => string | null
  onChange: (values: KeyDraft[]) => void
}) {
  const isOne = values.length === 1
  return (
    <fieldset aria-label="API keys" className="flex min-w-0 flex-col gap-2">
      {values.map((value, index) => {
        const name = isOne ? 'API key' : `API key ${index + 1}`
        const isSaved = value.saved !== null && !isMoved
        return (
          <Field
            // oxlint-disable-next-line react/no-array-index-key -- keys have no identity before they are saved
            key={index}
            label={name}
            help={helpOf(value, isOne, isMoved)}
            error={problemAt(index, problemOf)}
          >
            {ids => (
              <div className="flex items-center gap-1">
                <Input
                  {...ids}
                  type="password"
                  autoComplete="new-password"
                  required={!isSaved && (isRequired || !isOne)}
                  maxLength={4096}
                  placeholder={isSaved ? value.hint : ''}
                  value={value.typed}
                  onChange={event =>
                    onChange(values.toSpliced(index, 1, { ...value, typed: event.target.value }))
                  }
                />
                {!isOne && (
                  <>
                    <IconButton
                      label={`Move ${name} up`}
                      disabled={index === 0}
                      onClick={() => onChange(values.toSpliced(index, 1).toSpliced(index - 1, 0, value))}
                    >
                      <ArrowUp size={16} aria-hidden />
                    </IconButton>
                    <IconButton label={`Remove ${name}`} onClick={() => onChange(values.toSpliced(index, 1))}>
                      <X size={16} aria-hidden />
                    </IconButton>
                  </>
                )}
              </div>
            )}
          </Field>
        )
      })}
      {!isOne && (
        <p className="text-xs text-muted">
          {isMoved && values.some(({ saved }) => saved !== null)
            ? 'The saved keys belong to the previous base URL. Enter the keys for this one.'
            : `Requests are shared among the keys; a key that is rate limited or rejected is skipped.${values.some(({ saved }) => saved !== null) ? ' Leave a field empty to keep its key.' : ''}`}
        </p>
      )}
      {hasSeveral && (
        <Button
          variant="plain"
          className="self-start"
          disabled={values.length >= keysMax}
          onClick={() => onChange([...values, newKey])}
        >
          <Plus size={16} aria-hidden />
          Add API key
        </Button>
      )}
    </fieldset>
  )
}

function helpOf({ saved, hint, lost }: KeyDraft, isOne: boolean, isMoved: boolean): string | undefined {
  if (lost && !isMoved)
    return `ENCRYPTION_KEY cannot decrypt this key. Enter it again${isOne ? '' : ', or remove it'}.`
  if (!isOne) return undefined
  if (saved === null) return 'Stored encrypted, used only with this base URL, and never shown again.'
  return isMoved
    ? 'The saved key belongs to the previous base URL and will be cleared. Enter the key for this one.'
    : `Leave empty to keep ${hint}.`
}

/** A new provider has its first key in a field of its own. */
function problemAt(index: number, problemOf: (field: string) => string | null): string | null {
  const ofNew = index === 0 ? 'api_key' : `more_api_keys.${index - 1}`
  return problemOf(`api_keys.${index}`) ?? problemOf(ofNew)
}
