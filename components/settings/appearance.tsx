'use client'
import { type ReactNode, useState } from 'react'
import { densities, densityLabels, readDensity, setDensity } from '#components/shell/density.ts'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import { readTheme, setTheme, themeLabels, themes } from '#components/shell/theme.ts'
import { Segmented } from '#components/ui/segmented.tsx'
import { SwitchRow } from './switch-row.tsx'

/** How the console looks in this browser, and which keys it listens to. */
export function Appearance() {
  const { singleKeys, setSingleKeys } = useSidebar()
  // Drawn in the browser alone, so the page's own attributes are there.
  const [theme, showTheme] = useState(readTheme)
  const [density, showDensity] = useState(readDensity)
  return (
    <div className="flex flex-col gap-3">
      <Row label="Theme">
        <Segmented
          label="Theme"
          choices={themes.map(value => ({ value, label: themeLabels[value] }))}
          value={theme}
          onChange={chosen => {
            setTheme(chosen)
            showTheme(chosen)
          }}
        />
      </Row>
      <Row label="Density">
        <Segmented
          label="Density"
          choices={densities.map(value => ({ value, label: densityLabels[value] }))}
          value={density}
          onChange={chosen => {
            setDensity(chosen)
            showDensity(chosen)
          }}
        />
      </Row>
      <SwitchRow
        label="Single-key shortcuts"
        help="Keys without a modifier, such as / and j, outside fields. Switch them off where you speak or type with other means."
        checked={singleKeys}
        onChange={setSingleKeys}
      />
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-xl flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
