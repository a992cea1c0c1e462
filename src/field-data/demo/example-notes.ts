/** The notes a scout might write of each of the demo's crops. Growth stages are BBCH codes, organisms carry EPPO codes. All made up as examples. */
import type { ObservationInput } from '../records/observation.ts';

/** An example note and the day of the year it is written, for a field sown on the crop's usual day. */
export interface ExampleNote
  extends Omit<ObservationInput, 'field_id' | 'observed_at' | 'location' | 'author' | 'tags'> {
  /** Month and day, `05-12`. */
  on: string;
}

const bbch = (code: string) => ({ scale: 'bbch' as const, code });
const percent = (value: number) => ({ value, unit: 'percent' as const });

/** By the crop's name. */
export const exampleNotes = {
  'winter wheat': [
    {
      on: '11-02',
      category: 'growth_stage',
      growth_stage: bbch('12'),
      title: 'Two leaves',
      text: 'Even emergence, two leaves unfolded, about 270 plants per square metre.',
    },
    {
      on: '03-24',
      category: 'nutrient',
      severity: 'low',
      text: 'Lower leaves pale on the sandy knoll. First nitrogen split goes on this week.',
    },
    { on: '04-16', category: 'growth_stage', growth_stage: bbch('31'), text: 'First node detectable on main stems.' },
    {
      on: '05-14',
      category: 'disease',
      severity: 'moderate',
      organism: { name: 'Puccinia striiformis', eppo_code: 'PUCCST' },
      affected_area: percent(8),
      growth_stage: bbch('39'),
      title: 'Yellow rust',
      text: 'Stripes of yellow pustules on the flag leaf minus one, in patches along the hedge.',
    },
    {
      on: '06-07',
      category: 'pest',
      severity: 'low',
      organism: { name: 'Sitobion avenae', eppo_code: 'MACSAV' },
      growth_stage: bbch('65'),
      text: 'Grain aphids on one ear in ten, below the threshold. Ladybirds present.',
    },
    {
      on: '07-19',
      category: 'growth_stage',
      growth_stage: bbch('89'),
      text: 'Fully ripe, grain hard. Ready for harvest once dry.',
    },
  ],
  maize: [
    { on: '05-27', category: 'growth_stage', growth_stage: bbch('12'), text: 'Two leaves unfolded, rows complete.' },
    {
      on: '06-09',
      category: 'weed',
      severity: 'moderate',
      organism: { name: 'Chenopodium album', eppo_code: 'CHEAL' },
      affected_area: percent(15),
      title: 'Fat hen between the rows',
      text: 'Four-leaf fat hen, about 20 per square metre near the gate.',
    },
    {
      on: '07-24',
      category: 'growth_stage',
      growth_stage: bbch('65'),
      text: 'Full flowering: tassels shed pollen, silks fully emerged.',
    },
    {
      on: '08-11',
      category: 'pest',
      severity: 'moderate',
      organism: { name: 'Ostrinia nubilalis', eppo_code: 'PYRUNU' },
      text: 'Corn borer holes with frass in one stalk of twelve.',
    },
    {
      on: '10-04',
      category: 'growth_stage',
      growth_stage: bbch('87'),
      text: 'Physiological maturity: black layer visible on most kernels.',
    },
  ],
  soybean: [
    { on: '06-06', category: 'growth_stage', growth_stage: bbch('11'), text: 'First trifoliate leaf unfolded.' },
    {
      on: '06-21',
      category: 'weed',
      severity: 'low',
      organism: { name: 'Amaranthus retroflexus', eppo_code: 'AMARE' },
      text: 'Scattered redroot pigweed after the second hoeing.',
    },
    {
      on: '07-28',
      category: 'pest',
      severity: 'low',
      organism: { name: 'Aphis glycines', eppo_code: 'APHIGY' },
      growth_stage: bbch('65'),
      text: 'About 40 soybean aphids a plant, lady beetle larvae among them. Recount in five days.',
    },
    {
      on: '08-19',
      category: 'disease',
      severity: 'moderate',
      organism: { name: 'Sclerotinia sclerotiorum', eppo_code: 'SCLESC' },
      affected_area: percent(3),
      text: 'White mould on stems in the dip, where rows closed early.',
    },
    { on: '09-27', category: 'growth_stage', growth_stage: bbch('89'), text: 'Pods brown and dry, beans rattle.' },
  ],
  potato: [
    { on: '05-13', category: 'growth_stage', growth_stage: bbch('09'), text: 'Shoots break through the ridges.' },
    {
      on: '06-12',
      category: 'pest',
      severity: 'moderate',
      organism: { name: 'Leptinotarsa decemlineata', eppo_code: 'LPTNDE' },
      affected_area: percent(5),
      text: 'Colorado beetles and first egg masses in the edge rows.',
    },
    { on: '06-29', category: 'growth_stage', growth_stage: bbch('65'), text: 'Full flowering, rows closed.' },
    {
      on: '07-16',
      category: 'disease',
      severity: 'high',
      organism: { name: 'Phytophthora infestans', eppo_code: 'PHYTIN' },
      affected_area: percent(2),
      title: 'Late blight',
      text: 'First late blight lesions, white down under the leaf, beside the ditch.',
    },
    {
      on: '08-27',
      category: 'water',
      severity: 'low',
      text: 'Soil dry to 20 cm at the north end. Irrigation tonight.',
    },
    {
      on: '09-13',
      category: 'growth_stage',
      growth_stage: bbch('95'),
      text: 'Half of the leaves brown. Skin set begins.',
    },
  ],
  'spring barley': [
    { on: '04-12', category: 'growth_stage', growth_stage: bbch('13'), text: 'Three leaves unfolded.' },
    {
      on: '05-18',
      category: 'disease',
      severity: 'low',
      organism: { name: 'Pyrenophora teres', eppo_code: 'PYRNTE' },
      affected_area: percent(4),
      text: 'Net blotch on lower leaves, dry week ahead.',
    },
    { on: '05-29', category: 'growth_stage', growth_stage: bbch('49'), text: 'First awns visible.' },
    {
      on: '07-04',
      category: 'damage',
      severity: 'moderate',
      affected_area: percent(12),
      title: 'Lodging',
      text: 'Lodged after the thunderstorm, mostly on the overlaps of the headland.',
    },
    { on: '07-25', category: 'growth_stage', growth_stage: bbch('89'), text: 'Fully ripe.' },
  ],
  apple: [
    { on: '04-04', category: 'growth_stage', growth_stage: bbch('54'), text: 'Mouse-ear stage in the old block.' },
    {
      on: '04-27',
      category: 'growth_stage',
      growth_stage: bbch('65'),
      title: 'Full bloom',
      text: 'Full bloom, half of the flowers open. Bees busy at noon.',
    },
    {
      on: '05-21',
      category: 'disease',
      severity: 'moderate',
      organism: { name: 'Venturia inaequalis', eppo_code: 'VENTIN' },
      affected_area: percent(6),
      text: 'Scab spots on leaves of the inner crown after three wet nights.',
    },
    {
      on: '06-17',
      category: 'pest',
      severity: 'low',
      organism: { name: 'Cydia pomonella', eppo_code: 'CARPPO' },
      text: 'Seven codling moths in the trap this week.',
    },
    {
      on: '09-19',
      category: 'growth_stage',
      growth_stage: bbch('87'),
      text: 'Ripe for picking: starch index 6, firm.',
    },
  ],
  grassland: [
    {
      on: '04-09',
      category: 'general',
      title: 'Start of grazing',
      text: 'Sward at 12 cm. Heifers go out on Monday.',
    },
    { on: '05-22', category: 'general', title: 'First cut', text: 'First cut taken, even regrowth expected.' },
    {
      on: '06-24',
      category: 'weed',
      severity: 'moderate',
      organism: { name: 'Rumex obtusifolius', eppo_code: 'RUMOB' },
      affected_area: percent(7),
      text: 'Broad-leaved dock in the wet corner, before flowering.',
    },
    {
      on: '08-06',
      category: 'soil',
      severity: 'low',
      text: 'Surface compacted around the trough; spade goes in to 8 cm only.',
    },
  ],
  'white cabbage': [
    {
      on: '06-02',
      category: 'growth_stage',
      growth_stage: bbch('14'),
      text: 'Transplants rooted, four true leaves.',
    },
    {
      on: '07-08',
      category: 'pest',
      severity: 'moderate',
      organism: { name: 'Plutella xylostella', eppo_code: 'PLUTMA' },
      affected_area: percent(10),
      text: 'Windows eaten by diamondback moth larvae on one plant in four.',
    },
    { on: '08-21', category: 'growth_stage', growth_stage: bbch('43'), text: 'Heads at a third of their size.' },
    {
      on: '09-11',
      category: 'disease',
      severity: 'high',
      organism: { name: 'Plasmodiophora brassicae', eppo_code: 'PLADBR' },
      affected_area: percent(2),
      text: 'Wilting patch by the lane; galls on the roots: clubroot.',
    },
  ],
} satisfies Record<string, readonly ExampleNote[]>;
