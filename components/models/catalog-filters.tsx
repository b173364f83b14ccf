'use client'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { type CatalogFilter, listFilterChoices, listTypeChoices } from './model/catalog-filter.ts'
import type { CatalogModel } from './model/catalog-model.ts'

const views = [
  { value: 'ready', label: 'Available' },
  { value: '', label: 'Catalog' },
] as const

/** Search and filters of the catalog; all of them are in the URL. */
export function CatalogFilters({
  models,
  filter,
  onChange,
}: {
  models: readonly CatalogModel[]
  filter: CatalogFilter
  onChange: (change: Partial<CatalogFilter>) => void
}) {
  const selects = listFilterChoices(models)
  const used = selects.filter(({ name }) => filter[name] !== '').length
  const [open, setOpen] = useState(used > 0)
  return (
    <search className="flex flex-col gap-2 px-5 py-2.5 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField count={models.length} value={filter.q} onChange={q => onChange({ q })} />
        <TypeChips models={models} filter={filter} onChange={onChange} />
        <span className="flex-1" />
        <Button
          variant="plain"
          size="small"
          aria-expanded={open}
          aria-controls="catalog-filters"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal size={14} aria-hidden />
          {used === 0 ? 'Filters' : `Filters · ${used}`}
        </Button>
        <Segmented
          label="State"
          choices={views}
          value={filter.state === 'ready' ? 'ready' : ''}
          onChange={state => onChange({ state })}
        />
      </div>
      <div
        id="catalog-filters"
        hidden={!open}
        className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2 [&[hidden]]:hidden"
      >
        {selects.map(({ name, label, choices }) => (
          <NativeSelect
            key={name}
            aria-label={label}
            choices={choices}
            value={filter[name]}
            onChange={value => onChange({ [name]: value })}
            className={filter[name] === '' ? '' : 'border-accent-line bg-accent-soft text-accent-text'}
          />
        ))}
      </div>
    </search>
  )
}

/** Keeps the typed text, which follows in the URL: a field that waits for the URL would lose letters. */
function SearchField({
  count,
  value,
  onChange,
}: {
  count: number
  value: string
  onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // From a link, or cleared.
    if (document.activeElement !== input.current) setTyped(value)
  }, [value])
  return (
    <span className="relative w-60 max-sm:w-full">
      <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
      <Input
        ref={input}
        type="search"
        data-main-input
        aria-label="Search models"
        placeholder={count === 0 ? 'Search models' : `Search ${count} models`}
        className="pl-8"
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          onChange(event.target.value)
        }}
      />
    </span>
  )
}

function TypeChips({
  models,
  filter,
  onChange,
}: {
  models: readonly CatalogModel[]
  filter: CatalogFilter
  onChange: (change: Partial<CatalogFilter>) => void
}) {
  return (
    <fieldset aria-label="Type" className="flex min-w-0 gap-2 overflow-x-auto p-0.5 [scrollbar-width:none]">
      {listTypeChoices(models).map(({ value, label, count }) => (
        <label
          key={value}
          className={classNames(
            'relative flex h-6 shrink-0 items-center gap-1.5 rounded-md border border-line-strong bg-canvas px-2 text-xs text-soft select-none hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent-text coarse:h-9',
            'has-checked:border-accent-line has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-text',
          )}
        >
          <input
            type="radio"
            name="catalog-type"
            checked={filter.type === value}
            onChange={() => onChange({ type: value })}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {label} <span className="tabular-nums">{count}</span>
        </label>
      ))}
    </fieldset>
  )
}
