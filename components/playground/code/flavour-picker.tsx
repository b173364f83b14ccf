'use client'
import { Segmented } from '#components/ui/form/segmented.tsx'
import type { Flavour, FlavourChoice } from '#lib/snippets/to-snippet.ts'

/** The language of a snippet, and beside it the library if the language has several. */
export function FlavourPicker({
  flavours,
  value,
  onChange,
}: {
  flavours: readonly FlavourChoice[]
  value: Flavour
  onChange: (flavour: Flavour) => void
}) {
  const chosen = flavours.find(({ flavour }) => flavour === value)
  const languages = [...new Set(flavours.map(({ language }) => language))]
  const libraries = flavours.flatMap(({ flavour, language, library }) =>
    language === chosen?.language && library !== null ? [{ value: flavour, label: library }] : [],
  )
  return (
    <>
      <Segmented
        label="Language"
        choices={languages.map(language => ({ value: language, label: language }))}
        value={chosen?.language ?? null}
        onChange={language => {
          const first = flavours.find(each => each.language === language)
          if (first) onChange(first.flavour)
        }}
      />
      {libraries.length > 1 && (
        <Segmented label="Library" choices={libraries} value={value} onChange={onChange} />
      )}
    </>
  )
}
