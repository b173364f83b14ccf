'use client'

import { Play, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { CodeBlock } from '#components/playground/markdown/code-block.tsx'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { Dot } from '#components/ui/data/dot.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { TabStrip } from '#components/ui/data/tab-strip.tsx'
import { Table } from '#components/ui/data/table.tsx'
import { DateField } from '#components/ui/form/date-field.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { ListEditor } from '#components/ui/form/list-editor.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { Slider } from '#components/ui/form/slider.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { Toggles } from '#components/ui/form/toggles.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import type { Run } from '#lib/client/run.ts'

/** Every control in each of its states, for contributors: no page links to it. */
export function ComponentPage() {
  return (
    <TeamFrame title="Components">
      <Group title="Buttons">
        <Buttons />
      </Group>
      <Group title="Choices">
        <Choices />
      </Group>
      <Group title="Fields">
        <Fields />
      </Group>
      <Group title="States">
        <States />
      </Group>
      <Group title="Table">
        <Models />
      </Group>
      <Group title="Error">
        <ErrorCard run={failedRun} onRetry={() => showToast('Retried')} />
      </Group>
      <Group title="Code">
        <CodeBlock language="json" code={'{ "model": "openai/gpt-5", "stream": true }'} />
      </Group>
    </TeamFrame>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

const variants = ['go', 'line', 'plain', 'bad', 'link'] as const

function Buttons() {
  return (
    <div className="flex flex-col gap-2">
      {(['normal', 'small'] as const).map(size => (
        <div key={size} className="flex flex-wrap items-center gap-2">
          {variants.map(variant => (
            <Button key={variant} variant={variant} size={size}>
              {variant === 'go' && <Play size={16} aria-hidden />}
              {variant === 'bad' ? 'Delete' : 'Run'}
            </Button>
          ))}
          <Button variant="go" size={size} disabled>
            Disabled
          </Button>
          <Button size={size} aria-pressed>
            Pressed
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label="Add" keys="A">
          <Plus size={16} aria-hidden />
        </IconButton>
        <IconButton label="Delete" variant="bad">
          <Trash2 size={16} aria-hidden />
        </IconButton>
        <Menu
          trigger={<Button>Actions</Button>}
          actions={[
            { label: 'Copy', onSelect: () => showToast('Copied') },
            { label: 'Move', onSelect: () => {}, disabled: true },
          ]}
        />
        <Button
          onClick={() => showToast('Documents removed', { action: { label: 'Undo', onSelect: () => {} } })}
        >
          Show a note
        </Button>
        <Kbd>⌘K</Kbd>
      </div>
    </div>
  )
}

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
] as const

function Choices() {
  const [size, setSize] = useState<'small' | 'medium' | 'large'>('small')
  const [formats, setFormats] = useState<readonly string[] | null>(['markdown'])
  const [on, setOn] = useState(true)
  const [amount, setAmount] = useState(0.7)
  return (
    <div className="grid items-center gap-3 sm:grid-cols-2">
      <Segmented label="Size" choices={sizes} value={size} onChange={setSize} />
      <Segmented label="Size, not set" choices={sizes} value={null} onChange={setSize} placeholder="medium" />
      <Toggles
        label="Formats"
        options={['markdown', 'html', 'links']}
        values={formats}
        placeholder={['markdown']}
        onChange={setFormats}
      />
      <Toggles
        label="Formats, not set"
        options={['markdown', 'html', 'links']}
        values={null}
        placeholder={['markdown']}
        onChange={setFormats}
      />
      <div className="flex gap-3">
        <Switch label="On or off" checked={on} onChange={setOn} />
        <Switch label="Off" checked={false} onChange={setOn} />
        <Switch label="Disabled" checked disabled onChange={setOn} />
      </div>
      <TabStrip label="View" choices={sizes} value={size} onChange={setSize} />
      <Slider label="Temperature" value={amount} onChange={setAmount} min={0} max={2} step={0.1} />
      <Slider label="Temperature, not set" value={1} onChange={setAmount} min={0} max={2} step={0.1} dim />
    </div>
  )
}

function Fields() {
  const [text, setText] = useState('openai/gpt-5')
  const [number, setNumber] = useState<number | null>(12)
  const [day, setDay] = useState('2026-06-01')
  const [items, setItems] = useState<readonly string[]>(['one', 'two'])
  const [size, setSize] = useState<string>('medium')
  const change = (event: { target: { value: string } }) => setText(event.target.value)
  return (
    <div className="grid items-start gap-3 sm:grid-cols-3">
      <Field label="Name" help="Shown in the request log." aside="12 of 40">
        {ids => <Input {...ids} value={text} onChange={change} />}
      </Field>
      <Field label="Base URL" error="baseUrl must be an https:// URL.">
        {ids => <Input {...ids} value="ftp://example.com" readOnly />}
      </Field>
      <Field label="Disabled">{ids => <Input {...ids} value={text} disabled readOnly />}</Field>
      <Field label="Placeholder">{ids => <Input {...ids} placeholder="https://example.com" />}</Field>
      <Field label="Tokens">{ids => <NumberField {...ids} value={number} onChange={setNumber} />}</Field>
      <DateField label="From" value={day} onChange={setDay} />
      <Field label="Size">{ids => <Select {...ids} choices={sizes} value={size} onChange={setSize} />}</Field>
      <Field label="Size, short list">
        {ids => <NativeSelect {...ids} choices={sizes} value="small" onChange={setSize} />}
      </Field>
      <Field label="Prompt">{ids => <TextArea {...ids} value={text} onChange={change} />}</Field>
      <ListEditor label="Item" values={items} onChange={setItems} />
    </div>
  )
}

const tones = ['ok', 'warn', 'bad', 'off'] as const

function States() {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-4">
        {tones.map(tone => (
          <span key={tone} className="flex items-center gap-1.5">
            <Dot tone={tone} />
            {tone}
          </span>
        ))}
      </div>
      <Progress label="Downloading" value={40} max={100} text="40 of 100 MB" />
    </div>
  )
}

interface ModelRow {
  readonly id: string
  readonly price: string
}

function Models() {
  const [order, setOrder] = useState<'ascending' | 'descending'>('ascending')
  const rows: readonly ModelRow[] = [
    { id: 'local/qwen3-1.7b', price: 'Free' },
    { id: 'openai/gpt-5', price: '$1.25' },
  ]
  const columns = [
    {
      id: 'id',
      label: 'Model',
      cell: (row: ModelRow) => row.id,
      sort: { order, onSort: () => setOrder(order === 'ascending' ? 'descending' : 'ascending') },
    },
    { id: 'price', label: 'Price', cell: (row: ModelRow) => row.price, align: 'right' as const },
  ]
  return (
    <div className="flex flex-col gap-4">
      <Table
        caption="Models"
        columns={columns}
        rows={order === 'ascending' ? rows : rows.toReversed()}
        rowKey={row => row.id}
        empty="No models."
      />
      <Table caption="No models" columns={columns} rows={[]} rowKey={row => row.id} empty="No models." />
    </div>
  )
}

const failedRun: Run = {
  id: 'example',
  state: 'failed',
  request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
  response: null,
  events: [],
  timing: { startedAt: 0, firstMs: null, totalMs: 1200 },
  failure: {
    kind: 'api',
    status: 400,
    code: 'invalid_value',
    message: 'temperature must be between 0 and 2.',
    param: 'temperature',
    retryAfterMs: null,
    raw: '',
  },
}
