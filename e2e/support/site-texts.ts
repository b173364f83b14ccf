/** A page of text that tests search, rank and cite. */
export interface TextPage {
  readonly path: string
  readonly title: string
  readonly text: string
}

/** Listed in the gzipped sitemap. */
export const docPages: readonly TextPage[] = [
  page('/docs/tides', 'Tides', 'The moon moves the tides. Water rises twice a day and falls twice a day.'),
  page('/docs/tides/spring', 'Spring tides', 'At new and full moon the tide is highest: a spring tide.'),
  page('/docs/tides/neap', 'Neap tides', 'At half moon sun and moon pull apart, and the tide is smallest.'),
  page('/docs/tides/tables', 'Tide tables', 'A tide table lists the hour and height of high and low water.'),
  page('/docs/charts', 'Charts', 'A chart shows depths below the lowest tide, rocks, buoys and lights.'),
  page('/docs/charts/depths', 'Depths', 'Depths are counted in metres below chart datum.'),
  page('/docs/charts/lights', 'Lights', 'Each lighthouse has a rhythm of its own, by which it is known.'),
  page('/docs/boats', 'Boats', 'A boat floats when it weighs as much as the water it pushes aside.'),
  page('/docs/boats/hulls', 'Hulls', 'A long hull is fast, a wide hull is calm.'),
  page('/docs/boats/sails', 'Sails', 'A sail pulls more than it is pushed, like the wing of a bird.'),
  page('/docs/boats/engines', 'Engines', 'Diesel engines drive most fishing boats of this harbour.'),
  page('/docs/harbour/fees', 'Fees', 'A berth costs two euros for each metre and night.'),
]

/** Listed in the other sitemap, with the date of their last change. */
export const blogPosts: readonly (TextPage & { readonly date: string })[] = [
  post('2025-11-18', 'storm', 'After the storm', 'The storm of Sunday took two buoys and a roof.'),
  post('2025-10-02', 'seals', 'Seals on the mole', 'Nine seals lay on the mole and would not leave.'),
  post('2025-06-21', 'summer', 'Summer hours', 'Until September the office opens at six.'),
  post('2025-01-07', 'ice', 'Ice in the basin', 'Ice closed the inner basin for three days.'),
  post('2024-12-12', 'lamp', 'A new lamp', 'The lighthouse has a lamp that needs a tenth of the power.'),
  post('2024-08-30', 'regatta', 'Regatta', 'Forty boats sailed, and the oldest came in first.'),
  post('2023-05-05', 'dredging', 'Dredging', 'The fairway is a metre deeper than before.'),
  post('2021-03-14', 'founding', 'A founding', 'The society of friends of the harbour was founded.'),
]

/** Reachable only by links: each links to the next. */
export const guidePages: readonly TextPage[] = [
  page('/guides/knots', 'Knots', 'A bowline holds a load and opens with one hand.'),
  page('/guides/knots/bowline', 'The bowline', 'The rabbit comes out of the hole and goes round the tree.'),
  page('/guides/anchoring', 'Anchoring', 'Give out five times the depth of chain.'),
  page('/guides/anchoring/mud', 'Anchoring in mud', 'In mud a wide anchor holds best.'),
  page('/guides/fog', 'Fog', 'In fog sound one long blast every two minutes.'),
]

function page(path: string, title: string, text: string): TextPage {
  return { path, title, text }
}

function post(date: string, name: string, title: string, text: string) {
  return { path: `/blog/${date.slice(0, 4)}/${name}`, title, text, date }
}
