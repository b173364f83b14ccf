'use client'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'
import type { UsageMeasure } from '#lib/contracts/console/usage-labels.ts'
import { formatMeasure, formatShort, toShortLabel } from './usage-labels.ts'

// The Okabe-Ito colors with enough contrast on white and on black.
const colors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9']

/** A stacked bar chart; a table next to it has the same data for screen readers. */
export function UsageChart({
  points,
  names,
  others,
  measure,
}: {
  points: UsageAnswer['course']['points']
  names: readonly string[]
  /** Whether the last series sums up all others. */
  others: boolean
  measure: UsageMeasure
}) {
  const last = names.length - 1
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...points]}
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tickFormatter={toShortLabel}
          stroke="var(--control)"
          tick={{ fill: 'var(--text-3)', fontSize: 12 }}
          tickLine={false}
          minTickGap={16}
        />
        <YAxis
          width={56}
          tickFormatter={(value: number) => formatShort(value, measure)}
          allowDecimals={measure === 'cost'}
          stroke="var(--control)"
          tick={{ fill: 'var(--text-3)', fontSize: 12 }}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          cursor={{ fill: 'var(--sunken)' }}
          isAnimationActive={false}
          labelFormatter={label => (typeof label === 'string' ? toShortLabel(label) : label)}
          formatter={value => formatMeasure(Number(value), measure)}
          contentStyle={{
            background: 'var(--card)',
            border: '1px solid var(--line)',
            borderRadius: 6,
            color: 'var(--text)',
            padding: '4px 8px',
          }}
          itemStyle={{ color: 'var(--text)', padding: 0 }}
        />
        {names.length > 1 && (
          <Legend
            itemSorter={null}
            iconType="square"
            iconSize={10}
            formatter={name => <span className="text-xs text-text">{name}</span>}
          />
        )}
        {names.map((name, at) => (
          <Bar
            key={name}
            name={name}
            dataKey={point => point.values[at] ?? 0}
            stackId="all"
            fill={others && at === last ? 'var(--control)' : colors[at % colors.length]}
            stroke="var(--canvas)"
            strokeWidth={names.length > 1 ? 1 : 0}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
