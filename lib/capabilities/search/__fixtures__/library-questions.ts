export interface LibraryDocument {
  readonly title: string
  readonly text: string
}

export interface LibraryQuestion {
  readonly question: string
  /** Title of the document that answers it; null: none does. */
  readonly answeredBy: string | null
}

/** Typical documents of a small organization, written for this test. */
export const libraryDocuments: readonly LibraryDocument[] = [
  {
    title: 'Travel expenses: rules for staff',
    text: `# Travel expenses: rules for staff

These rules apply to everyone who travels for the cooperative, volunteers included. They replace the rules of 2019.

## Booking

Trains are booked in second class. First class may be booked when it is cheaper on the day of booking, and a note of the two prices must then be kept. Flights are allowed only where the train takes more than seven hours, and each needs the written consent of the branch manager beforehand.

Hotels are paid up to 115 euros a night, breakfast included. In Zurich, Geneva and London the limit is 160 euros. Whoever stays with friends may claim 20 euros a night as a present for the host.

## Meals

For a full day away the allowance is 28 euros. On the days of leaving and returning it is 14 euros. If the organiser provides lunch, 11 euros are taken off. Receipts for meals are not needed.

## Claiming money back

Claims are sent in within six weeks of the return, with the form on the intranet. Tickets and hotel bills are attached as files. The money is paid with the next salary. Claims that come later are paid only if illness was the reason.

The use of a private car is paid with 0.30 euros a kilometre, but only where no public transport runs. Parking is paid; fines never are.
`,
  },
  {
    title: 'Keeping bees through the winter',
    text: `# Keeping bees through the winter

A colony does not sleep in winter. The bees form a cluster around the queen and warm it by moving the muscles of their wings without flying. In the middle of the cluster it stays at about 25 degrees, and rises to 35 as soon as there is brood again, usually in February.

## Food

An average colony eats between 15 and 20 kilograms of stores from October until April. In our valley we feed until the middle of September, because later the bees can no longer take the water out of the syrup. We use three parts of sugar to two parts of water. A hive that feels light in January can still be helped with a piece of fondant laid directly above the cluster.

## Mites

The varroa mite is the most frequent reason why colonies die. We treat twice: with formic acid straight after the last honey harvest in late July, and with oxalic acid in December, when there is no brood in which the mites can hide. The oxalic acid is trickled between the frames on a day that is just above freezing. Gloves and glasses must be worn.

## Mice and damp

From October on the entrance is narrowed with a metal strip whose holes are 6 millimetres wide: bees pass, mice do not. Damp kills more colonies than cold. The hive stands tilted a little to the front, so that water runs out, and the floor stays open.

In spring the first warm day above 12 degrees brings the cleaning flight. We look into the hives only after that.
`,
  },
  {
    title: 'Gull Rock lighthouse',
    text: `# Gull Rock lighthouse

Gull Rock lighthouse stands on a reef two miles off the village of Penhallow. It was built between 1861 and 1866 by the engineer Harriet Lowe's father, Josiah Lowe, after the loss of the brig Amity with all of her crew. The granite was cut at the quarry of Carnsew and each block was dovetailed into its neighbours, so that the sea itself would hold the courses together.

The tower is 34 metres high. Its light can be seen from 19 nautical miles and shows two white flashes every fifteen seconds. A fog horn was added in 1907 and silenced in 1988.

## The keepers

Three keepers served at a time, for two months each. In the winter of 1899 the relief boat could not land for 41 days; the keepers lived on flour and limpets. The last of them, Tom Bray, left on 3 March 1982, when the light became automatic. It had been lit by paraffin until 1958, and after that by diesel generators. Today solar panels feed an LED lamp of 70 watts.

## Visiting

The rock itself is closed to visitors, because grey seals raise their young there. Boats from Penhallow pass around it from May to September when the swell is below one metre. The old lens, which weighs 2.4 tonnes, is shown in the harbour museum.
`,
  },
  {
    title: 'Corvid R2 router: quick guide',
    text: `# Corvid R2 router: quick guide

## First start

Connect the grey cable to the socket of your provider and the blue one to your computer. Wait until the middle lamp is steadily green; that takes about two minutes. Then open http://192.168.8.1 and sign in with the word on the sticker under the device.

## What the lamps mean

Green and steady: connected. Green and blinking: the firmware is being updated; do not unplug the device. Amber: there is a link to the provider, but no address was given. Red: no signal on the grey cable.

## Wireless

The router sends on 2.4 and 5 GHz under one name. Old printers often find only the lower band: in that case switch on "separate names" under Wireless, Advanced. The guest network is off at first. Guests can reach the internet, but none of the devices at home, and their access ends after 24 hours unless you choose otherwise.

## Reset

To restart the device, press the button on the back briefly. To return it to the state of delivery, hold the same button for 12 seconds until all lamps go out. All settings are then lost, the wireless password included.

## Firmware

Updates are looked for every night at 3:30. You can switch that off, but security fixes are then not installed either. Version 4.2 mended a fault that broke video calls after about ten minutes.
`,
  },
  {
    title: 'Sourdough at the community bakery',
    text: `# Sourdough at the community bakery

Our starter is called Oskar and has lived in the cool room since 2011. It is fed every evening with equal weights of rye flour and water at 28 degrees.

## The dough

For one batch of ten loaves we take 5 kilograms of wheat flour of type 1050, 3.6 litres of water, 1 kilogram of ripe starter and 110 grams of salt. Flour and water are mixed first and rest for forty minutes. Only then do starter and salt go in: salt that comes too early makes the dough tough.

The dough is folded four times, every half hour. It is ready to be shaped when it has grown by half and trembles when the tub is moved, which takes about four hours at 24 degrees.

## Proving and baking

The shaped loaves stand in their baskets overnight at 5 degrees. In the morning they go straight from the cold into the oven at 250 degrees, with steam for the first twelve minutes. Then the steam is let out and the heat lowered to 220 degrees for another 28 minutes. A loaf is done when it sounds hollow and 97 degrees are measured inside.

## Selling

Bread is sold on Wednesdays and Saturdays from eight. A loaf weighs 900 grams and costs 4.80 euros. What is left at noon goes to the food bank in Mill Street.
`,
  },
  {
    title: 'Bicycle hire: terms',
    text: `# Bicycle hire: terms

## Who can hire

Anyone aged sixteen or over with a valid identity document. Younger people ride with an adult who signs for them. For cargo bikes you must be eighteen.

## Prices

City bikes cost 9 euros for half a day and 15 euros for a day. Electric bikes cost 24 euros for half a day and 38 for a day. A cargo bike is 30 euros a day. The second day is half price. Helmets and locks are included. A deposit of 50 euros, or 200 for electric bikes, is taken from the card and given back on return.

## Damage and loss

Report a puncture at once: we come and mend it within the town limits, free of charge, between 9 and 18 o'clock. Other damage is charged at cost. If a bike is stolen although it was locked to something fixed, you pay no more than the deposit, provided that you bring the key back and report the theft to the police the same day.

## Bringing it back

Bikes are returned to the shop in Station Road by 19 o'clock. Each hour after that costs 5 euros. After closing time you can lock the bike in the yard and drop the key in the letter box; the bike is then checked in the next morning.

A booking can be cancelled without cost until 24 hours before it begins. Later, half of the price is kept.
`,
  },
  {
    title: 'The Heron Trail: report of the path wardens',
    text: `# The Heron Trail: report of the path wardens

The Heron Trail runs for 63 kilometres from Aldmoor to the estuary at Sandwick. Most people walk it in four days. It is marked with a blue heron on white.

## Condition in spring

The footbridge over the Wend at kilometre 22 was washed away in the flood of 9 February and will not be replaced before August. Until then walkers follow the yellow signs by Foxholt, which adds five kilometres. Between kilometres 31 and 35 fallen pines were cleared in March. The boardwalk across the marsh has been renewed and has wire mesh against slipping.

## Where to sleep

There are huts at kilometres 17 and 44. The first has twelve beds and a stove; the second has twenty beds and is looked after from Easter to the end of October. Both must be booked with the alpine club. Tents may be put up only at the farm in Low Garth, for six euros a person.

## Water

The springs at kilometres 8 and 27 carry water all year. The one at kilometre 39 dries up in most summers: fill your bottles in Low Garth. Dogs must be on a lead between April and July, when curlews nest on the ground.
`,
  },
  {
    title: 'Minutes of the housing association, 14 November',
    text: `# Minutes of the housing association, 14 November

Present: 23 members and, as a guest, Ms Okafor of the heating company. The chair was Mr Lindqvist.

## Heating

Ms Okafor presented three offers for the replacement of the gas boiler of 1994. A heat pump with boreholes costs 412,000 euros, of which the state pays 35 per cent. Joining the district heating network costs 187,000 euros, but the pipe reaches our street only in 2028. The meeting voted with 19 to 4 for the heat pump. Work is to begin in May and to last eleven weeks; hot water comes from a rented container during that time.

## Money

The monthly contribution rises by 4 per cent on 1 January. The reserve stands at 268,000 euros. The auditors found no faults and the board was discharged.

## House rules

From now on bicycles may not be left in the stairwell of number 7, after the fire inspection complained. The new cellar room has forty places. Barbecues with charcoal are forbidden on balconies; electric ones are allowed until 22 o'clock.

## Elections

Ms Petrov was elected treasurer for three years. Mr Haddad retires after nine years and was thanked with a rose bush. The next meeting takes place on 20 March in the school hall.
`,
  },
]

/** Phrased in other words than the documents, as users do; written before any measurement. */
export const libraryQuestions: readonly LibraryQuestion[] = [
  { question: 'Up to what price will a hotel room in London be reimbursed?', answeredBy: 'Travel expenses: rules for staff' },
  { question: 'When do I have to hand in my expense claim after a trip?', answeredBy: 'Travel expenses: rules for staff' },
  { question: 'Am I allowed to fly for work?', answeredBy: 'Travel expenses: rules for staff' },
  { question: 'How much food does a bee colony need over winter?', answeredBy: 'Keeping bees through the winter' },
  { question: 'Why is oxalic acid applied in December?', answeredBy: 'Keeping bees through the winter' },
  { question: 'Who was the last keeper of the Gull Rock lighthouse and when did he leave?', answeredBy: 'Gull Rock lighthouse' },
  { question: 'Why can tourists not land on Gull Rock?', answeredBy: 'Gull Rock lighthouse' },
  { question: 'What does an amber lamp on the router mean?', answeredBy: 'Corvid R2 router: quick guide' },
  { question: 'How do I reset the Corvid R2 to factory settings?', answeredBy: 'Corvid R2 router: quick guide' },
  { question: 'At what oven temperature does the bread start baking?', answeredBy: 'Sourdough at the community bakery' },
  { question: 'What happens to unsold loaves?', answeredBy: 'Sourdough at the community bakery' },
  { question: 'What do I owe if my rented bike gets stolen?', answeredBy: 'Bicycle hire: terms' },
  { question: 'How long is the detour because of the missing bridge on the Heron Trail?', answeredBy: 'The Heron Trail: report of the path wardens' },
  { question: 'Where is camping permitted along the Heron Trail?', answeredBy: 'The Heron Trail: report of the path wardens' },
  { question: 'Which heating system did the members choose, and by how many votes?', answeredBy: 'Minutes of the housing association, 14 November' },
  { question: 'What is the capital of Mongolia?', answeredBy: null },
  { question: 'Which vaccinations does a puppy need in its first year?', answeredBy: null },
  { question: 'What helps against a bee sting?', answeredBy: null },
  { question: 'Who won the football world cup in 1998?', answeredBy: null },
  { question: 'How do I apply for parental leave?', answeredBy: null },
]
