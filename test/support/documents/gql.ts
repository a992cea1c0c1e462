/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query TutorialTexts { field(id: \"fld_demo_01\") { observations(limit: 100) { text } } }\n": typeof types.TutorialTextsDocument,
    "\n  query WindowedWeather($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weather(from: $from, to: $to) { startsAt kind temperatureMax { value unit } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt granularity }\n    }\n  }\n": typeof types.WindowedWeatherDocument,
    "\n  query LatestOfAll {\n    fields(ids: [\"fld_demo_05\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      latestWeather { startsAt kind }\n      latestEarthObservation(maxCloudCover: 20) { id }\n      latestObservation { id }\n    }\n  }\n": typeof types.LatestOfAllDocument,
    "\n  query WindowedScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      earthObservations(from: $from, to: $to, maxCloudCover: 30, order: DESC) { id acquiredAt }\n      indexSeries(index: NDVI, from: $from, to: $to) { statistics { mean } earthObservation { id } }\n    }\n  }\n": typeof types.WindowedScenesDocument,
    "\n  query Summary($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays growingDegreeDays { value } precipitation { value } frostDays }\n    }\n  }\n": typeof types.SummaryDocument,
    "\n  query ComputedFromHours {\n    field(id: \"fld_demo_05\") {\n      temperatureHours(last: { hours: 240 }) { hourCount missingHours frostHours heatHours chillingHours utahUnits chillPortions provenances }\n      sprayConditions {\n        hours { startsAt kind verdict deltaT rules { rule outcome value limit reason } }\n        windows { startsAt endsAt hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n": typeof types.ComputedFromHoursDocument,
    "\n  query ComputedFromScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      indexSeason(index: NDVI, from: $from, to: $to) {\n        points { acquiredAt mean }\n        peak { acquiredAt }\n        area change changeDays longestGapDays clearScenes missingScenes provenances\n      }\n    }\n  }\n": typeof types.ComputedFromScenesDocument,
    "\n  query FilteredNotes($to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      newest: observations(limit: 3) { id }\n      filtered: observations(limit: 5, category: GROWTH_STAGE) { id category }\n      before: observations(limit: 5, to: $to) { id }\n    }\n  }\n": typeof types.FilteredNotesDocument,
    "\n  query Page($first: Int!, $after: String) {\n    field(id: \"fld_demo_05\") {\n      observationsConnection(first: $first, after: $after) {\n        edges { cursor }\n        pageInfo { hasNextPage hasPreviousPage endCursor }\n      }\n    }\n  }\n": typeof types.PageDocument,
    "\n  query Defaults {\n    field(id: \"fld_demo_05\") { weather { startsAt granularity } earthObservations { acquiredAt } observations { observedAt } }\n  }\n": typeof types.DefaultsDocument,
    "\n  query SeveralFieldsDashboard($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { startsAt kind temperatureMax { value unit } }\n      earthObservations { id acquiredAt cloudCover { value } }\n      observations(limit: 5) { id text }\n    }\n  }\n": typeof types.SeveralFieldsDashboardDocument,
    "\n  query SeveralFieldsWeather($ids: [ID!]!) {\n    fields(ids: $ids) { weather { startsAt } }\n  }\n": typeof types.SeveralFieldsWeatherDocument,
    "\n  query SeveralFieldsRelative($ids: [ID!]!) {\n    fields(ids: $ids) {\n      observations(last: { days: 5 }) { id }\n      weather(since: \"05-01\") { startsAt }\n    }\n  }\n": typeof types.SeveralFieldsRelativeDocument,
    "\n  query SeveralFieldsVariety($from: DateOrDateTime!, $to: DateOrDateTime!, $category: ObservationCategory) {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_02\", \"fld_nowhere\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt windSpeed { value } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      clear: earthObservations(maxCloudCover: 20, order: DESC) { id }\n      filtered: observations(limit: 3, category: $category) { id category }\n      observationsConnection(first: 2) { pageInfo { hasNextPage endCursor } edges { node { id } } }\n      latestWeather { startsAt }\n      latestObservation { id }\n    }\n  }\n": typeof types.SeveralFieldsVarietyDocument,
    "\n  query DashboardOfFields($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      latestWeather { date kind temperatureMax { value unit } }\n      latestEarthObservation(maxCloudCover: 60) { acquiredAt cloudCover { value } index(name: NDVI) { mean } }\n      latestObservation { observedAt text }\n    }\n  }\n": typeof types.DashboardOfFieldsDocument,
    "\n  query WholeFieldPage($id: ID!) {\n    field(id: $id) { id weather { date } earthObservations { acquiredAt } observations { text } }\n  }\n": typeof types.WholeFieldPageDocument,
    "\n  query SeasonChart($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) { indexSeries(index: NDVI, from: $from, to: $to) { acquiredAt cloudCover { value } statistics { mean p10 p90 } earthObservation { id } source { provenance } } }\n  }\n": typeof types.SeasonChartDocument,
    "\n  query Imperial($id: ID!) {\n    field(id: $id) {\n      weather(kind: OBSERVED) {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        precipitation(unit: INCH) { value unit }\n        windSpeed(unit: MILE_PER_HOUR) { value unit }\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base(unit: FAHRENHEIT) { value unit } }\n      }\n    }\n  }\n": typeof types.ImperialDocument,
    "\n  query SprayWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weather(from: $from, to: $to, granularity: HOURLY, kind: FORECAST) { startsAt granularity kind windSpeed(unit: KILOMETRE_PER_HOUR) { value } precipitation { value } temperatureMean { value } }\n    }\n  }\n": typeof types.SprayWindowDocument,
    "\n  query SincePlanting($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) {\n        startsAt endsAt dayCount observedDays missingDays\n        growingDegreeDays { value unit base { value unit } upper { value } method }\n        precipitation { value unit } et0 { value } frostDays temperatureMin { value } temperatureMax { value } provenances\n      }\n    }\n  }\n": typeof types.SincePlantingDocument,
    "\n  query NotesFeed($id: ID!, $first: Int!, $after: String, $category: ObservationCategory) {\n    field(id: $id) {\n      observationsConnection(first: $first, after: $after, category: $category) {\n        edges { cursor node { id category observedAt } }\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      }\n    }\n  }\n": typeof types.NotesFeedDocument,
    "\n  mutation OfflinePhone($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id } }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": typeof types.OfflinePhoneDocument,
    "\n  query Refetch($id: ID!) {\n    node(id: $id) { id ... on Field { latestWeather { date } } }\n  }\n": typeof types.RefetchDocument,
    "\n  query Everything($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { date temperatureMax { value unit } }\n      earthObservations { id }\n      observations(limit: 5) { id text }\n    }\n  }\n": typeof types.EverythingDocument,
    "\n  query FiveAndTwenty($id: ID!) {\n    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": typeof types.FiveAndTwentyDocument,
    "\n  mutation AddWorstNote($input: AddObservationInput!) {\n    addObservation(input: $input) { ... on InvalidInputError { faults { message } } }\n  }\n": typeof types.AddWorstNoteDocument,
    "\n  mutation Write($key: String!, $text: String!) {\n    addObservation(input: { idempotencyKey: $key, fieldId: \"fld_demo_60\", text: $text }) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }\n      ... on FieldgraphError { code }\n    }\n  }\n": typeof types.WriteDocument,
    "\n  query Notes {\n    field(id: \"fld_demo_60\") { observations(limit: 100) { id text } }\n  }\n": typeof types.NotesDocument,
    "\n  query WrittenNotes($id: ID!) { field(id: $id) { observations(limit: 100) { id text observedAt createdAt } } }\n": typeof types.WrittenNotesDocument,
    "\n  query May {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\", kind: OBSERVED) { startsAt kind }\n      latestWeather { startsAt }\n      weatherSummary(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\") { dayCount missingDays precipitation { value } }\n    }\n  }\n": typeof types.MayDocument,
    "\n  query MayAll {\n    field(id: \"fld_a\") { weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\") { startsAt kind } }\n  }\n": typeof types.MayAllDocument,
    "\n  query Diseases {\n    field(id: \"fld_a\") { observations(limit: 2, category: DISEASE) { id } }\n  }\n": typeof types.DiseasesDocument,
    "\n  query ForecastsLeft {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\", kind: FORECAST) { startsAt }\n    }\n  }\n": typeof types.ForecastsLeftDocument,
    "\n  query Newest {\n    field(id: \"fld_a\") {\n      latestWeather { startsAt }\n      latestEarthObservation(maxCloudCover: 20) { sceneId }\n    }\n  }\n": typeof types.NewestDocument,
    "\n    query Within($from: DateOrDateTime, $to: DateOrDateTime) {\n      field(id: \"fld_a\") { observations(from: $from, to: $to) { recordId } }\n    }\n  ": typeof types.WithinDocument,
    "\n    query Clear { field(id: \"fld_a\") { latestEarthObservation(maxCloudCover: 7) { cloudCover { value } } } }\n  ": typeof types.ClearDocument,
    "\n  query Paged($after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: 2, after: $after) {\n        edges { cursor }\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": typeof types.PagedDocument,
    "\n  query Pests($limit: Int!) { field(id: \"fld_a\") { observations(limit: $limit, category: PEST) { recordId } } }\n": typeof types.PestsDocument,
    "\n  query PestPages($first: Int!, $after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: $first, after: $after, category: PEST) {\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": typeof types.PestPagesDocument,
    "\n  query SharedCall($last: SpanInput!, $next: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: $last) { date }\n      weatherSummary(last: $last) { dayCount }\n      weatherSummaries(by: WEEK, last: $last) { period dayCount missingDays precipitation { value } }\n      byDekad: weatherSummaries(by: DEKAD, last: $last) { period }\n      precipitationSpells(last: $last) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(last: $last) { missingDays total { value } }\n      ahead: growingDegreeDays(last: $last, next: $next) { missingDays days { date kind accumulated } }\n      waterBalance(\n        last: $last\n        next: $next\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 0.9 }, { date: \"2026-12-31\", kc: 1.1 }]\n      ) {\n        missingDays knownThrough et0Methods provenances readilyAvailableWater { value } days { date kind depletion { value } }\n      }\n    }\n  }\n": typeof types.SharedCallDocument,
    "\n  query ComputedBetween($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: MONTH, from: $from, to: $to, base: 10, upper: 30) { period dayCount missingDays precipitation { value } growingDegreeDays { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to, base: 10, upper: 30) { missingDays total { value } days { date kind accumulated } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2120-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date kind depletion { value } } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n": typeof types.ComputedBetweenDocument,
    "\n  query TimelineOfAll($last: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timeline(last: $last) {\n        date\n        weather { date kind temperatureMax { value } }\n        observations { id observedAt }\n        earthObservations { acquiredAt cloudCover { value } }\n      }\n    }\n  }\n": typeof types.TimelineOfAllDocument,
    "\n  query TimelineDates {\n    field(id: \"fld_demo_01\") { timeline(last: { days: 3 }, next: { days: 2 }) { date } }\n  }\n": typeof types.TimelineDatesDocument,
    "\n  query RefusedComputed($targets: [DegreeDayTargetInput!], $points: [CropCoefficientInput!]!, $irrigation: [IrrigationInput!]!, $watered: [IrrigationInput!]!) {\n    field(id: \"fld_demo_01\") {\n      none: growingDegreeDays(targets: [{ growingDegreeDays: 0 }]) { missingDays }\n      many: growingDegreeDays(targets: $targets) { missingDays }\n      cold: growingDegreeDays(base: -1001, upper: 30) { missingDays }\n      hot: growingDegreeDays(base: 10, upper: 1001) { missingDays }\n      precipitationSpells(minWetDay: 0) { dayCount }\n      waterBalance(rootZone: { totalAvailableWater: 10, initialDepletion: 20 }, cropCoefficients: [{ date: \"2026-05-02\", kc: 1 }, { date: \"2026-05-01\", kc: 3 }]) { missingDays }\n      most: waterBalance(rootZone: { totalAvailableWater: 0, depletionFraction: 1, initialDepletion: 0 }, cropCoefficients: $points, irrigation: $irrigation) { missingDays }\n      least: waterBalance(rootZone: { totalAvailableWater: 10001, depletionFraction: 0, initialDepletion: -1 }, cropCoefficients: [], irrigation: $watered) { missingDays }\n      timeline(from: \"2026-05-02\", to: \"2026-05-02\") { date }\n    }\n  }\n": typeof types.RefusedComputedDocument,
    "\n  query CountedDays($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { startsAt endsAt startsAtLocal endsAtLocal dayCount observedDays missingDays precipitation { value } }\n      weatherSummaries(by: MONTH, from: $from, to: $to) { period isWhole startsAt endsAt startsAtLocal endsAtLocal dayCount missingDays }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to) { missingDays days { date kind growingDegreeDays } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2030-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date depletion { value } } }\n    }\n  }\n": typeof types.CountedDaysDocument,
    "\n  query CountedHours($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { temperatureHours(from: $from, to: $to) { hourCount missingHours } }\n  }\n": typeof types.CountedHoursDocument,
    "\n  query SeasonInAnyOrder {\n    field(id: \"fld_a\") {\n      indexSeason(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\", earlierYears: 1) {\n        points { earthObservation { id } mean earlierMean } area change changeDays longestGapDays peak { earthObservation { id } } clearScenes missingScenes\n      }\n      indexSeries(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\") { statistics { mean } earthObservation { id } }\n    }\n  }\n": typeof types.SeasonInAnyOrderDocument,
    "\n  query SprayingInAnyOrder {\n    field(id: \"fld_a\") {\n      sprayConditions(next: { hours: 12 }, rules: { dryHours: 1, daylightMarginHours: 1 }) { hoursWithoutRecord windows { startsAt endsAt hourCount } hours { startsAt kind verdict } }\n      temperatureHours(from: \"2026-06-10T00:00:00Z\", to: \"2026-06-10T10:00:00Z\") { hourCount missingHours utahUnits }\n    }\n  }\n": typeof types.SprayingInAnyOrderDocument,
    "\n  query DaysInAnyOrder($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays precipitation { value } }\n      weatherSummaries(by: WEEK, from: $from, to: $to) { period dayCount missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n": typeof types.DaysInAnyOrderDocument,
    "\n  query HappenedInAnyOrder {\n    field(id: \"fld_a\") {\n      timeline(from: \"2026-05-01\", to: \"2026-05-05\") { date observations { id } earthObservations { id } }\n    }\n  }\n": typeof types.HappenedInAnyOrderDocument,
    "\n  query IndexSeason(\n    $id: ID! = \"fld_a\"\n    $from: DateOrDateTime\n    $to: DateOrDateTime\n    $since: MonthDay\n    $maxCloudCover: Float = 20\n    $earlierYears: Int! = 0\n    $floor: Float! = 0\n    $maxGapDays: Int! = 30\n  ) {\n    field(id: $id) {\n      indexSeason(\n        index: NDVI\n        from: $from\n        to: $to\n        since: $since\n        maxCloudCover: $maxCloudCover\n        earlierYears: $earlierYears\n        floor: $floor\n        maxGapDays: $maxGapDays\n      ) {\n        points { earthObservation { id } acquiredAt mean earlierMean earlierYears difference }\n        clearScenes\n        missingScenes\n        longestGapDays\n        peak { acquiredAt mean }\n        area\n        change\n        changeDays\n        provenances\n      }\n    }\n  }\n": typeof types.IndexSeasonDocument,
    "\n  query IndexSeasonBesideScenes {\n    field(id: \"fld_demo_01\") {\n      indexSeason(index: NDVI, last: { days: 180 }) { points { earthObservation { id } } clearScenes missingScenes provenances }\n      evi: indexSeason(index: EVI, last: { days: 180 }, maxCloudCover: 60) { clearScenes }\n      earthObservations(last: { days: 180 }) { id }\n    }\n  }\n": typeof types.IndexSeasonBesideScenesDocument,
    "\n  query SeattleYear($by: CalendarPeriod!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: $by, from: \"2014-01-01\", to: \"2015-01-01\", base: 10, upper: 30) {\n        period isWhole dayCount missingDays precipitation { value } precipitationMissingDays wetDays frostDays\n        temperatureMin { value } temperatureMax { value } growingDegreeDays { value } provenances\n      }\n      weatherSummary(from: \"2014-01-01\", to: \"2015-01-01\") { wetDays dayCount isWhole period }\n    }\n  }\n": typeof types.SeattleYearDocument,
    "\n  query SeattleSeason($method: DegreeDayMethod!, $targets: [DegreeDayTargetInput!]) {\n    field(id: \"fld_demo_01\") {\n      growingDegreeDays(method: $method, targets: $targets, from: \"2014-04-15\", to: \"2014-10-01\", base: 10, upper: 30) {\n        total { value unit method base { value } upper { value } }\n        missingDays\n        days { date kind accumulated }\n        targets { growingDegreeDays reachedOn kind isAtLatest remaining }\n        provenances\n      }\n    }\n  }\n": typeof types.SeattleSeasonDocument,
    "\n  query SeattleSpells($unit: LengthUnit!, $minWetDay: Float!) {\n    field(id: \"fld_demo_01\") {\n      precipitationSpells(minWetDay: $minWetDay, unit: $unit, from: \"2014-01-01\", to: \"2015-01-01\") {\n        kind firstDate lastDate dayCount precipitation { value unit } isStartKnown isEndKnown provenances\n      }\n    }\n  }\n": typeof types.SeattleSpellsDocument,
    "\n  query PartOfAWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) { dayCount observedDays missingDays precipitation { value } growingDegreeDays { value } }\n      weatherSummaries(by: DEKAD, from: $from, to: $to) { period isWhole dayCount observedDays missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      temperatureHours(from: $from, to: $to) { hourCount missingHours frostHours }\n    }\n  }\n": typeof types.PartOfAWindowDocument,
    "\n  query SprayConditions($id: ID! = \"fld_a\", $next: SpanInput, $rules: SprayRulesInput) {\n    field(id: $id) {\n      sprayConditions(next: $next, rules: $rules) {\n        hours {\n          startsAt\n          startsAtLocal\n          kind\n          verdict\n          deltaT\n          rules { rule outcome value limit reason }\n        }\n        windows { startsAt endsAt startsAtLocal endsAtLocal hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n": typeof types.SprayConditionsDocument,
    "\n  query SprayByDefault {\n    field(id: \"fld_a\") { sprayConditions { hours { verdict rules { rule } } hoursWithoutRecord } }\n  }\n": typeof types.SprayByDefaultDocument,
    "\n      query InfiniteWind { field(id: \"fld_a\") { sprayConditions(rules: { maxWind: 1e400 }) { hoursWithoutRecord } } }\n    ": typeof types.InfiniteWindDocument,
    "\n  query TemperatureHours($from: DateOrDateTime!, $to: DateOrDateTime!, $frostBelow: Float! = 0, $heatAbove: Float! = 30, $unit: TemperatureUnit! = CELSIUS) {\n    field(id: \"fld_a\") {\n      temperatureHours(from: $from, to: $to, frostBelow: $frostBelow, heatAbove: $heatAbove, unit: $unit) {\n        hourCount\n        missingHours\n        frostHours\n        heatHours\n        chillingHours\n        utahUnits\n        chillPortions\n        provenances\n      }\n    }\n  }\n": typeof types.TemperatureHoursDocument,
    "\n  query TemperatureHoursBesideHours {\n    field(id: \"fld_demo_01\") {\n      temperatureHours(last: { days: 30 }) { hourCount missingHours chillPortions provenances }\n      hourly: weather(last: { days: 30 }, granularity: HOURLY) { startsAt }\n      lastHours: temperatureHours(last: { hours: 24 }) { hourCount missingHours }\n    }\n  }\n": typeof types.TemperatureHoursBesideHoursDocument,
    "\n  query TemperatureHoursByDefault {\n    field(id: \"fld_a\") { temperatureHours { hourCount } }\n  }\n": typeof types.TemperatureHoursByDefaultDocument,
    "\n  query ThresholdsLeftOut($unit: TemperatureUnit!, $length: LengthUnit!) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { total { unit base { value } upper { value } } }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays(unit: CELSIUS_DAY) { value base { value } upper { value } } }\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays { base { value } upper { value } } }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-08\", unit: $length) { kind firstDate dayCount }\n      temperatureHours(from: \"2026-05-01\", to: \"2026-05-02\", unit: $unit) { frostHours heatHours }\n    }\n  }\n": typeof types.ThresholdsLeftOutDocument,
    "\n  query HalfOfTheThresholds {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: 40, upper: null, unit: FAHRENHEIT) { total { base { value } upper { value } } }\n    }\n  }\n": typeof types.HalfOfTheThresholdsDocument,
    "\n  query ThresholdsOfTheCrop($base: Float, $upper: Float) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        total { base { value } upper { value } thresholdSource }\n      }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        growingDegreeDays { base { value } upper { value } thresholdSource }\n      }\n    }\n  }\n": typeof types.ThresholdsOfTheCropDocument,
    "\n  query ThresholdsAndNotes {\n    field(id: \"fld_a\") {\n      name\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\") { total { base { value } } }\n      observations(limit: 1) { id }\n    }\n  }\n": typeof types.ThresholdsAndNotesDocument,
    "\n  query TimelineOfNotes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { timeline(from: $from, to: $to) { date observations { id } } }\n  }\n": typeof types.TimelineOfNotesDocument,
    "\n  query TimezoneWithoutWeather { field(id: \"fld_a\") { timezone } }\n": typeof types.TimezoneWithoutWeatherDocument,
    "\n  query TwelveComputedFields {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weatherSummary(last: { days: 30 }) { dayCount }\n      weatherSummaries(by: WEEK, last: { days: 30 }) { period }\n      byMonth: weatherSummaries(by: MONTH, last: { days: 30 }) { period }\n      precipitationSpells(last: { days: 30 }) { kind }\n      growingDegreeDays(last: { days: 30 }) { missingDays }\n      waterBalance(\n        last: { days: 30 }\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 1 }, { date: \"2026-12-31\", kc: 1 }]\n      ) { missingDays }\n      temperatureHours(last: { days: 30 }) { hourCount }\n      sprayConditions { hoursWithoutRecord }\n      indexSeries(index: NDVI, last: { days: 30 }) { statistics { mean } }\n      indexSeason(index: NDVI, last: { days: 30 }, earlierYears: 2) { clearScenes }\n      timeline(last: { days: 30 }) { date weather { date } observations { id } earthObservations { id } }\n    }\n  }\n": typeof types.TwelveComputedFieldsDocument,
    "\n  query ComputedOfUnknown {\n    field(id: \"fld_a\") {\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-31\") {\n        dayCount missingDays isWhole wetDays precipitation { value } precipitationMissingDays et0MissingDays growingDegreeDaysMissingDays temperatureMinMissingDays\n        precipitationLessEt0 { value } precipitationLessEt0MissingDays\n      }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-31\") { kind firstDate lastDate dayCount isStartKnown isEndKnown provenances }\n      growingDegreeDays(targets: [{ growingDegreeDays: 60 }], from: \"2026-05-01\", to: \"2026-05-31\") {\n        missingDays days { date growingDegreeDays accumulated missingDays } targets { reachedOn isAtLatest remaining } total { value } provenances\n      }\n      waterBalance(\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2026-05-01\", kc: 1 }, { date: \"2026-05-31\", kc: 1.2 }]\n        from: \"2026-05-01\"\n        to: \"2026-05-31\"\n      ) {\n        missingDays knownThrough exceedsReadilyAvailableOn et0Methods provenances\n        days { date depletion { value } stressCoefficient deepPercolation { value } }\n      }\n    }\n  }\n": typeof types.ComputedOfUnknownDocument,
    "\n  query DashboardWithFacts($ids: [ID!]!, $facts: Boolean!) {\n    fields(ids: $ids) {\n      id\n      name @include(if: $facts)\n      crop @include(if: $facts) { name eppoCode }\n      location @include(if: $facts) { latitude longitude }\n      area(unit: ACRE) @include(if: $facts) { value unit }\n      weather { date }\n      earthObservations { acquiredAt }\n      observations(limit: 1) { text }\n    }\n  }\n": typeof types.DashboardWithFactsDocument,
    "\n  query FactsAlone($ids: [ID!]!) {\n    fields(ids: $ids) { name crop { name } location { latitude } area { value unit } timezone }\n  }\n": typeof types.FactsAloneDocument,
    "\n  query NameAndWeather { field(id: \"fld_a\") { name weather { date } observations(limit: 1) { text } } }\n": typeof types.NameAndWeatherDocument,
    "\n  query NameAndNoWindow { field(id: \"fld_a\") { name weather(from: \"2026-06-10\", to: \"2026-06-10\") { date } } }\n": typeof types.NameAndNoWindowDocument,
    "\n  query NameAlone { field(id: \"fld_a\") { name } }\n": typeof types.NameAloneDocument,
    "\n  query NameAndNotes { field(id: \"fld_a\") { name observations(limit: 1) { text } } }\n": typeof types.NameAndNotesDocument,
    "\n  query FieldPage($id: ID!) {\n    field(id: $id) {\n      id\n      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }\n      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }\n      observations(limit: 2) { id text category tags photos { href } }\n    }\n  }\n": typeof types.FieldPageDocument,
    "\n  query Dashboard($ids: [ID!]!) {\n    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }\n  }\n": typeof types.DashboardDocument,
    "\n  query Known($id: ID!, $ids: [ID!]!) {\n    field(id: $id) { id __typename }\n    fields(ids: $ids) { id }\n    node(id: $id) { id __typename }\n    nodes(ids: $ids) { id ... on Field { __typename } }\n  }\n": typeof types.KnownDocument,
    "\n  query Ids($ids: [ID!]!) {\n    fields(ids: $ids) { id }\n  }\n": typeof types.IdsDocument,
    "\n  query Nodes {\n    node(id: \"fld_a\") { id __typename ... on Field { weather { date } } }\n    other: node(id: \"obs_1\") { id }\n    nodes(ids: [\"fld_b\", \"nothing\", \"fld_a\"]) { id }\n  }\n": typeof types.NodesDocument,
    "\n  query TwoLimits {\n    field(id: \"fld_a\") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": typeof types.TwoLimitsDocument,
    "\n  query BadLimit {\n    field(id: \"fld_a\") { observations(limit: 101) { id } weather { date } }\n  }\n": typeof types.BadLimitDocument,
    "\n  query ScenesOfAnyKind($max: Float) {\n    field(id: \"fld_a\") {\n      earthObservations(maxCloudCover: $max) { recordId cloudCover(unit: PERCENT) { value } }\n      latestEarthObservation(maxCloudCover: $max) { recordId }\n    }\n  }\n": typeof types.ScenesOfAnyKindDocument,
    "\n  query HoursWithTheirDays {\n    field(id: \"fld_a\") { weather(granularity: HOURLY) { startsAt date } }\n  }\n": typeof types.HoursWithTheirDaysDocument,
    "\n  query FieldOfNotes {\n    field(id: \"fld_a\") { observations(limit: 3) { field { id __typename weather { date } } } }\n  }\n": typeof types.FieldOfNotesDocument,
    "\n  query Measures {\n    field(id: \"fld_a\") {\n      weather {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        condition\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base { value unit } method }\n      }\n    }\n  }\n": typeof types.MeasuresDocument,
    "\n  query AsCame {\n    field(id: \"fld_a\") { weather { temperatureMax { value unit } condition kind } observations(limit: 1) { id } }\n  }\n": typeof types.AsCameDocument,
    "\n  query UnknownUnit($unit: TemperatureUnit) {\n    field(id: \"fld_a\") { weather { temperatureMax(unit: $unit) { value } } }\n  }\n": typeof types.UnknownUnitDocument,
    "\n  query UnitAlone($unit: LengthUnit) {\n    field(id: \"fld_a\") { weather { precipitation(unit: $unit) { unit } } }\n  }\n": typeof types.UnitAloneDocument,
    "\n  mutation AddNote($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id field { id } } field { observations(limit: 1) { id } } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": typeof types.AddNoteDocument,
    "\n  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { __typename }\n    second: addObservation(input: $second) { __typename }\n  }\n": typeof types.AddTwiceDocument,
    "\n  mutation AddAndRead($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n    second: addObservation(input: $second) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n  }\n": typeof types.AddAndReadDocument,
    "\n  query Last($last: SpanInput!) {\n    field(id: \"fld_demo_01\") { timezone weather(last: $last) { startsAtLocal date startsAt } }\n  }\n": typeof types.LastDocument,
    "\n  query EveryWindow {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: { days: 30 }) { date }\n      weatherSummary(last: { days: 30 }) { dayCount missingDays }\n      earthObservations(last: { days: 30 }) { acquiredAt }\n      indexSeries(index: NDVI, last: { days: 30 }) { acquiredAt }\n    }\n  }\n": typeof types.EveryWindowDocument,
    "\n  query Since {\n    field(id: \"fld_demo_32\") {\n      weather(since: \"04-15\") { date }\n      weatherSummary(since: \"04-15\") { dayCount }\n      earthObservations(since: \"04-15\") { acquiredAt }\n      observations(since: \"04-15\") { observedAt }\n    }\n  }\n": typeof types.SinceDocument,
    "\n  query LastNotes {\n    field(id: \"fld_demo_01\") { observations(limit: 3, last: { days: 30 }) { observedAt } }\n  }\n": typeof types.LastNotesDocument,
    "\n  query TimezoneAlone {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_32\"]) { timezone }\n  }\n": typeof types.TimezoneAloneDocument,
    "\n  query RefusedWindow {\n    field(id: \"fld_demo_01\") {\n      weather(last: { days: 3 }, from: \"2026-05-01\") { date }\n      earthObservations(last: { hours: 3 }) { id }\n    }\n  }\n": typeof types.RefusedWindowDocument,
    "\n  query LocalBounds { field(id: \"fld_demo_01\") { weather(last: { days: 5 }) { startsAtLocal endsAtLocal } } }\n": typeof types.LocalBoundsDocument,
    "\n  query NotesOfSilentList {\n    field(id: \"fld_a\") { observations(limit: 3) { id } }\n  }\n": typeof types.NotesOfSilentListDocument,
    "\n  query DaysAfterSilentList {\n    field(id: \"fld_a\") { timezone weather(last: { days: 3 }) { date } }\n  }\n": typeof types.DaysAfterSilentListDocument,
    "\n  query SinceBesideSilentList {\n    field(id: \"fld_a\") { timezone observations(limit: 3) { id } weather(since: \"06-29\") { date } }\n  }\n": typeof types.SinceBesideSilentListDocument,
    "\n  query LastDaysOfLesserService {\n    field(id: \"fld_a\") {\n      weather(last: { days: 3 }) { date }\n      weatherSummary(last: { days: 3 }) { dayCount missingDays }\n      earthObservations(from: \"2026-06-28\", to: \"2026-06-29\") { id }\n      timeline(from: \"2026-06-28\", to: \"2026-06-29\") { date observations { id } earthObservations { id } weather { date } }\n    }\n  }\n": typeof types.LastDaysOfLesserServiceDocument,
};
const documents: Documents = {
    "\n  query TutorialTexts { field(id: \"fld_demo_01\") { observations(limit: 100) { text } } }\n": types.TutorialTextsDocument,
    "\n  query WindowedWeather($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weather(from: $from, to: $to) { startsAt kind temperatureMax { value unit } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt granularity }\n    }\n  }\n": types.WindowedWeatherDocument,
    "\n  query LatestOfAll {\n    fields(ids: [\"fld_demo_05\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      latestWeather { startsAt kind }\n      latestEarthObservation(maxCloudCover: 20) { id }\n      latestObservation { id }\n    }\n  }\n": types.LatestOfAllDocument,
    "\n  query WindowedScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      earthObservations(from: $from, to: $to, maxCloudCover: 30, order: DESC) { id acquiredAt }\n      indexSeries(index: NDVI, from: $from, to: $to) { statistics { mean } earthObservation { id } }\n    }\n  }\n": types.WindowedScenesDocument,
    "\n  query Summary($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays growingDegreeDays { value } precipitation { value } frostDays }\n    }\n  }\n": types.SummaryDocument,
    "\n  query ComputedFromHours {\n    field(id: \"fld_demo_05\") {\n      temperatureHours(last: { hours: 240 }) { hourCount missingHours frostHours heatHours chillingHours utahUnits chillPortions provenances }\n      sprayConditions {\n        hours { startsAt kind verdict deltaT rules { rule outcome value limit reason } }\n        windows { startsAt endsAt hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n": types.ComputedFromHoursDocument,
    "\n  query ComputedFromScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      indexSeason(index: NDVI, from: $from, to: $to) {\n        points { acquiredAt mean }\n        peak { acquiredAt }\n        area change changeDays longestGapDays clearScenes missingScenes provenances\n      }\n    }\n  }\n": types.ComputedFromScenesDocument,
    "\n  query FilteredNotes($to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      newest: observations(limit: 3) { id }\n      filtered: observations(limit: 5, category: GROWTH_STAGE) { id category }\n      before: observations(limit: 5, to: $to) { id }\n    }\n  }\n": types.FilteredNotesDocument,
    "\n  query Page($first: Int!, $after: String) {\n    field(id: \"fld_demo_05\") {\n      observationsConnection(first: $first, after: $after) {\n        edges { cursor }\n        pageInfo { hasNextPage hasPreviousPage endCursor }\n      }\n    }\n  }\n": types.PageDocument,
    "\n  query Defaults {\n    field(id: \"fld_demo_05\") { weather { startsAt granularity } earthObservations { acquiredAt } observations { observedAt } }\n  }\n": types.DefaultsDocument,
    "\n  query SeveralFieldsDashboard($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { startsAt kind temperatureMax { value unit } }\n      earthObservations { id acquiredAt cloudCover { value } }\n      observations(limit: 5) { id text }\n    }\n  }\n": types.SeveralFieldsDashboardDocument,
    "\n  query SeveralFieldsWeather($ids: [ID!]!) {\n    fields(ids: $ids) { weather { startsAt } }\n  }\n": types.SeveralFieldsWeatherDocument,
    "\n  query SeveralFieldsRelative($ids: [ID!]!) {\n    fields(ids: $ids) {\n      observations(last: { days: 5 }) { id }\n      weather(since: \"05-01\") { startsAt }\n    }\n  }\n": types.SeveralFieldsRelativeDocument,
    "\n  query SeveralFieldsVariety($from: DateOrDateTime!, $to: DateOrDateTime!, $category: ObservationCategory) {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_02\", \"fld_nowhere\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt windSpeed { value } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      clear: earthObservations(maxCloudCover: 20, order: DESC) { id }\n      filtered: observations(limit: 3, category: $category) { id category }\n      observationsConnection(first: 2) { pageInfo { hasNextPage endCursor } edges { node { id } } }\n      latestWeather { startsAt }\n      latestObservation { id }\n    }\n  }\n": types.SeveralFieldsVarietyDocument,
    "\n  query DashboardOfFields($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      latestWeather { date kind temperatureMax { value unit } }\n      latestEarthObservation(maxCloudCover: 60) { acquiredAt cloudCover { value } index(name: NDVI) { mean } }\n      latestObservation { observedAt text }\n    }\n  }\n": types.DashboardOfFieldsDocument,
    "\n  query WholeFieldPage($id: ID!) {\n    field(id: $id) { id weather { date } earthObservations { acquiredAt } observations { text } }\n  }\n": types.WholeFieldPageDocument,
    "\n  query SeasonChart($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) { indexSeries(index: NDVI, from: $from, to: $to) { acquiredAt cloudCover { value } statistics { mean p10 p90 } earthObservation { id } source { provenance } } }\n  }\n": types.SeasonChartDocument,
    "\n  query Imperial($id: ID!) {\n    field(id: $id) {\n      weather(kind: OBSERVED) {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        precipitation(unit: INCH) { value unit }\n        windSpeed(unit: MILE_PER_HOUR) { value unit }\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base(unit: FAHRENHEIT) { value unit } }\n      }\n    }\n  }\n": types.ImperialDocument,
    "\n  query SprayWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weather(from: $from, to: $to, granularity: HOURLY, kind: FORECAST) { startsAt granularity kind windSpeed(unit: KILOMETRE_PER_HOUR) { value } precipitation { value } temperatureMean { value } }\n    }\n  }\n": types.SprayWindowDocument,
    "\n  query SincePlanting($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) {\n        startsAt endsAt dayCount observedDays missingDays\n        growingDegreeDays { value unit base { value unit } upper { value } method }\n        precipitation { value unit } et0 { value } frostDays temperatureMin { value } temperatureMax { value } provenances\n      }\n    }\n  }\n": types.SincePlantingDocument,
    "\n  query NotesFeed($id: ID!, $first: Int!, $after: String, $category: ObservationCategory) {\n    field(id: $id) {\n      observationsConnection(first: $first, after: $after, category: $category) {\n        edges { cursor node { id category observedAt } }\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      }\n    }\n  }\n": types.NotesFeedDocument,
    "\n  mutation OfflinePhone($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id } }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": types.OfflinePhoneDocument,
    "\n  query Refetch($id: ID!) {\n    node(id: $id) { id ... on Field { latestWeather { date } } }\n  }\n": types.RefetchDocument,
    "\n  query Everything($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { date temperatureMax { value unit } }\n      earthObservations { id }\n      observations(limit: 5) { id text }\n    }\n  }\n": types.EverythingDocument,
    "\n  query FiveAndTwenty($id: ID!) {\n    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": types.FiveAndTwentyDocument,
    "\n  mutation AddWorstNote($input: AddObservationInput!) {\n    addObservation(input: $input) { ... on InvalidInputError { faults { message } } }\n  }\n": types.AddWorstNoteDocument,
    "\n  mutation Write($key: String!, $text: String!) {\n    addObservation(input: { idempotencyKey: $key, fieldId: \"fld_demo_60\", text: $text }) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }\n      ... on FieldgraphError { code }\n    }\n  }\n": types.WriteDocument,
    "\n  query Notes {\n    field(id: \"fld_demo_60\") { observations(limit: 100) { id text } }\n  }\n": types.NotesDocument,
    "\n  query WrittenNotes($id: ID!) { field(id: $id) { observations(limit: 100) { id text observedAt createdAt } } }\n": types.WrittenNotesDocument,
    "\n  query May {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\", kind: OBSERVED) { startsAt kind }\n      latestWeather { startsAt }\n      weatherSummary(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\") { dayCount missingDays precipitation { value } }\n    }\n  }\n": types.MayDocument,
    "\n  query MayAll {\n    field(id: \"fld_a\") { weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\") { startsAt kind } }\n  }\n": types.MayAllDocument,
    "\n  query Diseases {\n    field(id: \"fld_a\") { observations(limit: 2, category: DISEASE) { id } }\n  }\n": types.DiseasesDocument,
    "\n  query ForecastsLeft {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\", kind: FORECAST) { startsAt }\n    }\n  }\n": types.ForecastsLeftDocument,
    "\n  query Newest {\n    field(id: \"fld_a\") {\n      latestWeather { startsAt }\n      latestEarthObservation(maxCloudCover: 20) { sceneId }\n    }\n  }\n": types.NewestDocument,
    "\n    query Within($from: DateOrDateTime, $to: DateOrDateTime) {\n      field(id: \"fld_a\") { observations(from: $from, to: $to) { recordId } }\n    }\n  ": types.WithinDocument,
    "\n    query Clear { field(id: \"fld_a\") { latestEarthObservation(maxCloudCover: 7) { cloudCover { value } } } }\n  ": types.ClearDocument,
    "\n  query Paged($after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: 2, after: $after) {\n        edges { cursor }\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": types.PagedDocument,
    "\n  query Pests($limit: Int!) { field(id: \"fld_a\") { observations(limit: $limit, category: PEST) { recordId } } }\n": types.PestsDocument,
    "\n  query PestPages($first: Int!, $after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: $first, after: $after, category: PEST) {\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": types.PestPagesDocument,
    "\n  query SharedCall($last: SpanInput!, $next: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: $last) { date }\n      weatherSummary(last: $last) { dayCount }\n      weatherSummaries(by: WEEK, last: $last) { period dayCount missingDays precipitation { value } }\n      byDekad: weatherSummaries(by: DEKAD, last: $last) { period }\n      precipitationSpells(last: $last) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(last: $last) { missingDays total { value } }\n      ahead: growingDegreeDays(last: $last, next: $next) { missingDays days { date kind accumulated } }\n      waterBalance(\n        last: $last\n        next: $next\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 0.9 }, { date: \"2026-12-31\", kc: 1.1 }]\n      ) {\n        missingDays knownThrough et0Methods provenances readilyAvailableWater { value } days { date kind depletion { value } }\n      }\n    }\n  }\n": types.SharedCallDocument,
    "\n  query ComputedBetween($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: MONTH, from: $from, to: $to, base: 10, upper: 30) { period dayCount missingDays precipitation { value } growingDegreeDays { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to, base: 10, upper: 30) { missingDays total { value } days { date kind accumulated } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2120-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date kind depletion { value } } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n": types.ComputedBetweenDocument,
    "\n  query TimelineOfAll($last: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timeline(last: $last) {\n        date\n        weather { date kind temperatureMax { value } }\n        observations { id observedAt }\n        earthObservations { acquiredAt cloudCover { value } }\n      }\n    }\n  }\n": types.TimelineOfAllDocument,
    "\n  query TimelineDates {\n    field(id: \"fld_demo_01\") { timeline(last: { days: 3 }, next: { days: 2 }) { date } }\n  }\n": types.TimelineDatesDocument,
    "\n  query RefusedComputed($targets: [DegreeDayTargetInput!], $points: [CropCoefficientInput!]!, $irrigation: [IrrigationInput!]!, $watered: [IrrigationInput!]!) {\n    field(id: \"fld_demo_01\") {\n      none: growingDegreeDays(targets: [{ growingDegreeDays: 0 }]) { missingDays }\n      many: growingDegreeDays(targets: $targets) { missingDays }\n      cold: growingDegreeDays(base: -1001, upper: 30) { missingDays }\n      hot: growingDegreeDays(base: 10, upper: 1001) { missingDays }\n      precipitationSpells(minWetDay: 0) { dayCount }\n      waterBalance(rootZone: { totalAvailableWater: 10, initialDepletion: 20 }, cropCoefficients: [{ date: \"2026-05-02\", kc: 1 }, { date: \"2026-05-01\", kc: 3 }]) { missingDays }\n      most: waterBalance(rootZone: { totalAvailableWater: 0, depletionFraction: 1, initialDepletion: 0 }, cropCoefficients: $points, irrigation: $irrigation) { missingDays }\n      least: waterBalance(rootZone: { totalAvailableWater: 10001, depletionFraction: 0, initialDepletion: -1 }, cropCoefficients: [], irrigation: $watered) { missingDays }\n      timeline(from: \"2026-05-02\", to: \"2026-05-02\") { date }\n    }\n  }\n": types.RefusedComputedDocument,
    "\n  query CountedDays($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { startsAt endsAt startsAtLocal endsAtLocal dayCount observedDays missingDays precipitation { value } }\n      weatherSummaries(by: MONTH, from: $from, to: $to) { period isWhole startsAt endsAt startsAtLocal endsAtLocal dayCount missingDays }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to) { missingDays days { date kind growingDegreeDays } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2030-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date depletion { value } } }\n    }\n  }\n": types.CountedDaysDocument,
    "\n  query CountedHours($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { temperatureHours(from: $from, to: $to) { hourCount missingHours } }\n  }\n": types.CountedHoursDocument,
    "\n  query SeasonInAnyOrder {\n    field(id: \"fld_a\") {\n      indexSeason(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\", earlierYears: 1) {\n        points { earthObservation { id } mean earlierMean } area change changeDays longestGapDays peak { earthObservation { id } } clearScenes missingScenes\n      }\n      indexSeries(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\") { statistics { mean } earthObservation { id } }\n    }\n  }\n": types.SeasonInAnyOrderDocument,
    "\n  query SprayingInAnyOrder {\n    field(id: \"fld_a\") {\n      sprayConditions(next: { hours: 12 }, rules: { dryHours: 1, daylightMarginHours: 1 }) { hoursWithoutRecord windows { startsAt endsAt hourCount } hours { startsAt kind verdict } }\n      temperatureHours(from: \"2026-06-10T00:00:00Z\", to: \"2026-06-10T10:00:00Z\") { hourCount missingHours utahUnits }\n    }\n  }\n": types.SprayingInAnyOrderDocument,
    "\n  query DaysInAnyOrder($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays precipitation { value } }\n      weatherSummaries(by: WEEK, from: $from, to: $to) { period dayCount missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n": types.DaysInAnyOrderDocument,
    "\n  query HappenedInAnyOrder {\n    field(id: \"fld_a\") {\n      timeline(from: \"2026-05-01\", to: \"2026-05-05\") { date observations { id } earthObservations { id } }\n    }\n  }\n": types.HappenedInAnyOrderDocument,
    "\n  query IndexSeason(\n    $id: ID! = \"fld_a\"\n    $from: DateOrDateTime\n    $to: DateOrDateTime\n    $since: MonthDay\n    $maxCloudCover: Float = 20\n    $earlierYears: Int! = 0\n    $floor: Float! = 0\n    $maxGapDays: Int! = 30\n  ) {\n    field(id: $id) {\n      indexSeason(\n        index: NDVI\n        from: $from\n        to: $to\n        since: $since\n        maxCloudCover: $maxCloudCover\n        earlierYears: $earlierYears\n        floor: $floor\n        maxGapDays: $maxGapDays\n      ) {\n        points { earthObservation { id } acquiredAt mean earlierMean earlierYears difference }\n        clearScenes\n        missingScenes\n        longestGapDays\n        peak { acquiredAt mean }\n        area\n        change\n        changeDays\n        provenances\n      }\n    }\n  }\n": types.IndexSeasonDocument,
    "\n  query IndexSeasonBesideScenes {\n    field(id: \"fld_demo_01\") {\n      indexSeason(index: NDVI, last: { days: 180 }) { points { earthObservation { id } } clearScenes missingScenes provenances }\n      evi: indexSeason(index: EVI, last: { days: 180 }, maxCloudCover: 60) { clearScenes }\n      earthObservations(last: { days: 180 }) { id }\n    }\n  }\n": types.IndexSeasonBesideScenesDocument,
    "\n  query SeattleYear($by: CalendarPeriod!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: $by, from: \"2014-01-01\", to: \"2015-01-01\", base: 10, upper: 30) {\n        period isWhole dayCount missingDays precipitation { value } precipitationMissingDays wetDays frostDays\n        temperatureMin { value } temperatureMax { value } growingDegreeDays { value } provenances\n      }\n      weatherSummary(from: \"2014-01-01\", to: \"2015-01-01\") { wetDays dayCount isWhole period }\n    }\n  }\n": types.SeattleYearDocument,
    "\n  query SeattleSeason($method: DegreeDayMethod!, $targets: [DegreeDayTargetInput!]) {\n    field(id: \"fld_demo_01\") {\n      growingDegreeDays(method: $method, targets: $targets, from: \"2014-04-15\", to: \"2014-10-01\", base: 10, upper: 30) {\n        total { value unit method base { value } upper { value } }\n        missingDays\n        days { date kind accumulated }\n        targets { growingDegreeDays reachedOn kind isAtLatest remaining }\n        provenances\n      }\n    }\n  }\n": types.SeattleSeasonDocument,
    "\n  query SeattleSpells($unit: LengthUnit!, $minWetDay: Float!) {\n    field(id: \"fld_demo_01\") {\n      precipitationSpells(minWetDay: $minWetDay, unit: $unit, from: \"2014-01-01\", to: \"2015-01-01\") {\n        kind firstDate lastDate dayCount precipitation { value unit } isStartKnown isEndKnown provenances\n      }\n    }\n  }\n": types.SeattleSpellsDocument,
    "\n  query PartOfAWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) { dayCount observedDays missingDays precipitation { value } growingDegreeDays { value } }\n      weatherSummaries(by: DEKAD, from: $from, to: $to) { period isWhole dayCount observedDays missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      temperatureHours(from: $from, to: $to) { hourCount missingHours frostHours }\n    }\n  }\n": types.PartOfAWindowDocument,
    "\n  query SprayConditions($id: ID! = \"fld_a\", $next: SpanInput, $rules: SprayRulesInput) {\n    field(id: $id) {\n      sprayConditions(next: $next, rules: $rules) {\n        hours {\n          startsAt\n          startsAtLocal\n          kind\n          verdict\n          deltaT\n          rules { rule outcome value limit reason }\n        }\n        windows { startsAt endsAt startsAtLocal endsAtLocal hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n": types.SprayConditionsDocument,
    "\n  query SprayByDefault {\n    field(id: \"fld_a\") { sprayConditions { hours { verdict rules { rule } } hoursWithoutRecord } }\n  }\n": types.SprayByDefaultDocument,
    "\n      query InfiniteWind { field(id: \"fld_a\") { sprayConditions(rules: { maxWind: 1e400 }) { hoursWithoutRecord } } }\n    ": types.InfiniteWindDocument,
    "\n  query TemperatureHours($from: DateOrDateTime!, $to: DateOrDateTime!, $frostBelow: Float! = 0, $heatAbove: Float! = 30, $unit: TemperatureUnit! = CELSIUS) {\n    field(id: \"fld_a\") {\n      temperatureHours(from: $from, to: $to, frostBelow: $frostBelow, heatAbove: $heatAbove, unit: $unit) {\n        hourCount\n        missingHours\n        frostHours\n        heatHours\n        chillingHours\n        utahUnits\n        chillPortions\n        provenances\n      }\n    }\n  }\n": types.TemperatureHoursDocument,
    "\n  query TemperatureHoursBesideHours {\n    field(id: \"fld_demo_01\") {\n      temperatureHours(last: { days: 30 }) { hourCount missingHours chillPortions provenances }\n      hourly: weather(last: { days: 30 }, granularity: HOURLY) { startsAt }\n      lastHours: temperatureHours(last: { hours: 24 }) { hourCount missingHours }\n    }\n  }\n": types.TemperatureHoursBesideHoursDocument,
    "\n  query TemperatureHoursByDefault {\n    field(id: \"fld_a\") { temperatureHours { hourCount } }\n  }\n": types.TemperatureHoursByDefaultDocument,
    "\n  query ThresholdsLeftOut($unit: TemperatureUnit!, $length: LengthUnit!) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { total { unit base { value } upper { value } } }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays(unit: CELSIUS_DAY) { value base { value } upper { value } } }\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays { base { value } upper { value } } }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-08\", unit: $length) { kind firstDate dayCount }\n      temperatureHours(from: \"2026-05-01\", to: \"2026-05-02\", unit: $unit) { frostHours heatHours }\n    }\n  }\n": types.ThresholdsLeftOutDocument,
    "\n  query HalfOfTheThresholds {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: 40, upper: null, unit: FAHRENHEIT) { total { base { value } upper { value } } }\n    }\n  }\n": types.HalfOfTheThresholdsDocument,
    "\n  query ThresholdsOfTheCrop($base: Float, $upper: Float) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        total { base { value } upper { value } thresholdSource }\n      }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        growingDegreeDays { base { value } upper { value } thresholdSource }\n      }\n    }\n  }\n": types.ThresholdsOfTheCropDocument,
    "\n  query ThresholdsAndNotes {\n    field(id: \"fld_a\") {\n      name\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\") { total { base { value } } }\n      observations(limit: 1) { id }\n    }\n  }\n": types.ThresholdsAndNotesDocument,
    "\n  query TimelineOfNotes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { timeline(from: $from, to: $to) { date observations { id } } }\n  }\n": types.TimelineOfNotesDocument,
    "\n  query TimezoneWithoutWeather { field(id: \"fld_a\") { timezone } }\n": types.TimezoneWithoutWeatherDocument,
    "\n  query TwelveComputedFields {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weatherSummary(last: { days: 30 }) { dayCount }\n      weatherSummaries(by: WEEK, last: { days: 30 }) { period }\n      byMonth: weatherSummaries(by: MONTH, last: { days: 30 }) { period }\n      precipitationSpells(last: { days: 30 }) { kind }\n      growingDegreeDays(last: { days: 30 }) { missingDays }\n      waterBalance(\n        last: { days: 30 }\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 1 }, { date: \"2026-12-31\", kc: 1 }]\n      ) { missingDays }\n      temperatureHours(last: { days: 30 }) { hourCount }\n      sprayConditions { hoursWithoutRecord }\n      indexSeries(index: NDVI, last: { days: 30 }) { statistics { mean } }\n      indexSeason(index: NDVI, last: { days: 30 }, earlierYears: 2) { clearScenes }\n      timeline(last: { days: 30 }) { date weather { date } observations { id } earthObservations { id } }\n    }\n  }\n": types.TwelveComputedFieldsDocument,
    "\n  query ComputedOfUnknown {\n    field(id: \"fld_a\") {\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-31\") {\n        dayCount missingDays isWhole wetDays precipitation { value } precipitationMissingDays et0MissingDays growingDegreeDaysMissingDays temperatureMinMissingDays\n        precipitationLessEt0 { value } precipitationLessEt0MissingDays\n      }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-31\") { kind firstDate lastDate dayCount isStartKnown isEndKnown provenances }\n      growingDegreeDays(targets: [{ growingDegreeDays: 60 }], from: \"2026-05-01\", to: \"2026-05-31\") {\n        missingDays days { date growingDegreeDays accumulated missingDays } targets { reachedOn isAtLatest remaining } total { value } provenances\n      }\n      waterBalance(\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2026-05-01\", kc: 1 }, { date: \"2026-05-31\", kc: 1.2 }]\n        from: \"2026-05-01\"\n        to: \"2026-05-31\"\n      ) {\n        missingDays knownThrough exceedsReadilyAvailableOn et0Methods provenances\n        days { date depletion { value } stressCoefficient deepPercolation { value } }\n      }\n    }\n  }\n": types.ComputedOfUnknownDocument,
    "\n  query DashboardWithFacts($ids: [ID!]!, $facts: Boolean!) {\n    fields(ids: $ids) {\n      id\n      name @include(if: $facts)\n      crop @include(if: $facts) { name eppoCode }\n      location @include(if: $facts) { latitude longitude }\n      area(unit: ACRE) @include(if: $facts) { value unit }\n      weather { date }\n      earthObservations { acquiredAt }\n      observations(limit: 1) { text }\n    }\n  }\n": types.DashboardWithFactsDocument,
    "\n  query FactsAlone($ids: [ID!]!) {\n    fields(ids: $ids) { name crop { name } location { latitude } area { value unit } timezone }\n  }\n": types.FactsAloneDocument,
    "\n  query NameAndWeather { field(id: \"fld_a\") { name weather { date } observations(limit: 1) { text } } }\n": types.NameAndWeatherDocument,
    "\n  query NameAndNoWindow { field(id: \"fld_a\") { name weather(from: \"2026-06-10\", to: \"2026-06-10\") { date } } }\n": types.NameAndNoWindowDocument,
    "\n  query NameAlone { field(id: \"fld_a\") { name } }\n": types.NameAloneDocument,
    "\n  query NameAndNotes { field(id: \"fld_a\") { name observations(limit: 1) { text } } }\n": types.NameAndNotesDocument,
    "\n  query FieldPage($id: ID!) {\n    field(id: $id) {\n      id\n      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }\n      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }\n      observations(limit: 2) { id text category tags photos { href } }\n    }\n  }\n": types.FieldPageDocument,
    "\n  query Dashboard($ids: [ID!]!) {\n    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }\n  }\n": types.DashboardDocument,
    "\n  query Known($id: ID!, $ids: [ID!]!) {\n    field(id: $id) { id __typename }\n    fields(ids: $ids) { id }\n    node(id: $id) { id __typename }\n    nodes(ids: $ids) { id ... on Field { __typename } }\n  }\n": types.KnownDocument,
    "\n  query Ids($ids: [ID!]!) {\n    fields(ids: $ids) { id }\n  }\n": types.IdsDocument,
    "\n  query Nodes {\n    node(id: \"fld_a\") { id __typename ... on Field { weather { date } } }\n    other: node(id: \"obs_1\") { id }\n    nodes(ids: [\"fld_b\", \"nothing\", \"fld_a\"]) { id }\n  }\n": types.NodesDocument,
    "\n  query TwoLimits {\n    field(id: \"fld_a\") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": types.TwoLimitsDocument,
    "\n  query BadLimit {\n    field(id: \"fld_a\") { observations(limit: 101) { id } weather { date } }\n  }\n": types.BadLimitDocument,
    "\n  query ScenesOfAnyKind($max: Float) {\n    field(id: \"fld_a\") {\n      earthObservations(maxCloudCover: $max) { recordId cloudCover(unit: PERCENT) { value } }\n      latestEarthObservation(maxCloudCover: $max) { recordId }\n    }\n  }\n": types.ScenesOfAnyKindDocument,
    "\n  query HoursWithTheirDays {\n    field(id: \"fld_a\") { weather(granularity: HOURLY) { startsAt date } }\n  }\n": types.HoursWithTheirDaysDocument,
    "\n  query FieldOfNotes {\n    field(id: \"fld_a\") { observations(limit: 3) { field { id __typename weather { date } } } }\n  }\n": types.FieldOfNotesDocument,
    "\n  query Measures {\n    field(id: \"fld_a\") {\n      weather {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        condition\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base { value unit } method }\n      }\n    }\n  }\n": types.MeasuresDocument,
    "\n  query AsCame {\n    field(id: \"fld_a\") { weather { temperatureMax { value unit } condition kind } observations(limit: 1) { id } }\n  }\n": types.AsCameDocument,
    "\n  query UnknownUnit($unit: TemperatureUnit) {\n    field(id: \"fld_a\") { weather { temperatureMax(unit: $unit) { value } } }\n  }\n": types.UnknownUnitDocument,
    "\n  query UnitAlone($unit: LengthUnit) {\n    field(id: \"fld_a\") { weather { precipitation(unit: $unit) { unit } } }\n  }\n": types.UnitAloneDocument,
    "\n  mutation AddNote($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id field { id } } field { observations(limit: 1) { id } } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": types.AddNoteDocument,
    "\n  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { __typename }\n    second: addObservation(input: $second) { __typename }\n  }\n": types.AddTwiceDocument,
    "\n  mutation AddAndRead($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n    second: addObservation(input: $second) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n  }\n": types.AddAndReadDocument,
    "\n  query Last($last: SpanInput!) {\n    field(id: \"fld_demo_01\") { timezone weather(last: $last) { startsAtLocal date startsAt } }\n  }\n": types.LastDocument,
    "\n  query EveryWindow {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: { days: 30 }) { date }\n      weatherSummary(last: { days: 30 }) { dayCount missingDays }\n      earthObservations(last: { days: 30 }) { acquiredAt }\n      indexSeries(index: NDVI, last: { days: 30 }) { acquiredAt }\n    }\n  }\n": types.EveryWindowDocument,
    "\n  query Since {\n    field(id: \"fld_demo_32\") {\n      weather(since: \"04-15\") { date }\n      weatherSummary(since: \"04-15\") { dayCount }\n      earthObservations(since: \"04-15\") { acquiredAt }\n      observations(since: \"04-15\") { observedAt }\n    }\n  }\n": types.SinceDocument,
    "\n  query LastNotes {\n    field(id: \"fld_demo_01\") { observations(limit: 3, last: { days: 30 }) { observedAt } }\n  }\n": types.LastNotesDocument,
    "\n  query TimezoneAlone {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_32\"]) { timezone }\n  }\n": types.TimezoneAloneDocument,
    "\n  query RefusedWindow {\n    field(id: \"fld_demo_01\") {\n      weather(last: { days: 3 }, from: \"2026-05-01\") { date }\n      earthObservations(last: { hours: 3 }) { id }\n    }\n  }\n": types.RefusedWindowDocument,
    "\n  query LocalBounds { field(id: \"fld_demo_01\") { weather(last: { days: 5 }) { startsAtLocal endsAtLocal } } }\n": types.LocalBoundsDocument,
    "\n  query NotesOfSilentList {\n    field(id: \"fld_a\") { observations(limit: 3) { id } }\n  }\n": types.NotesOfSilentListDocument,
    "\n  query DaysAfterSilentList {\n    field(id: \"fld_a\") { timezone weather(last: { days: 3 }) { date } }\n  }\n": types.DaysAfterSilentListDocument,
    "\n  query SinceBesideSilentList {\n    field(id: \"fld_a\") { timezone observations(limit: 3) { id } weather(since: \"06-29\") { date } }\n  }\n": types.SinceBesideSilentListDocument,
    "\n  query LastDaysOfLesserService {\n    field(id: \"fld_a\") {\n      weather(last: { days: 3 }) { date }\n      weatherSummary(last: { days: 3 }) { dayCount missingDays }\n      earthObservations(from: \"2026-06-28\", to: \"2026-06-29\") { id }\n      timeline(from: \"2026-06-28\", to: \"2026-06-29\") { date observations { id } earthObservations { id } weather { date } }\n    }\n  }\n": types.LastDaysOfLesserServiceDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TutorialTexts { field(id: \"fld_demo_01\") { observations(limit: 100) { text } } }\n"): typeof import('./graphql.ts').TutorialTextsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WindowedWeather($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weather(from: $from, to: $to) { startsAt kind temperatureMax { value unit } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt granularity }\n    }\n  }\n"): typeof import('./graphql.ts').WindowedWeatherDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LatestOfAll {\n    fields(ids: [\"fld_demo_05\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      latestWeather { startsAt kind }\n      latestEarthObservation(maxCloudCover: 20) { id }\n      latestObservation { id }\n    }\n  }\n"): typeof import('./graphql.ts').LatestOfAllDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WindowedScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      earthObservations(from: $from, to: $to, maxCloudCover: 30, order: DESC) { id acquiredAt }\n      indexSeries(index: NDVI, from: $from, to: $to) { statistics { mean } earthObservation { id } }\n    }\n  }\n"): typeof import('./graphql.ts').WindowedScenesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Summary($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays growingDegreeDays { value } precipitation { value } frostDays }\n    }\n  }\n"): typeof import('./graphql.ts').SummaryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComputedFromHours {\n    field(id: \"fld_demo_05\") {\n      temperatureHours(last: { hours: 240 }) { hourCount missingHours frostHours heatHours chillingHours utahUnits chillPortions provenances }\n      sprayConditions {\n        hours { startsAt kind verdict deltaT rules { rule outcome value limit reason } }\n        windows { startsAt endsAt hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ComputedFromHoursDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComputedFromScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      indexSeason(index: NDVI, from: $from, to: $to) {\n        points { acquiredAt mean }\n        peak { acquiredAt }\n        area change changeDays longestGapDays clearScenes missingScenes provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ComputedFromScenesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FilteredNotes($to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      newest: observations(limit: 3) { id }\n      filtered: observations(limit: 5, category: GROWTH_STAGE) { id category }\n      before: observations(limit: 5, to: $to) { id }\n    }\n  }\n"): typeof import('./graphql.ts').FilteredNotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Page($first: Int!, $after: String) {\n    field(id: \"fld_demo_05\") {\n      observationsConnection(first: $first, after: $after) {\n        edges { cursor }\n        pageInfo { hasNextPage hasPreviousPage endCursor }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Defaults {\n    field(id: \"fld_demo_05\") { weather { startsAt granularity } earthObservations { acquiredAt } observations { observedAt } }\n  }\n"): typeof import('./graphql.ts').DefaultsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeveralFieldsDashboard($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { startsAt kind temperatureMax { value unit } }\n      earthObservations { id acquiredAt cloudCover { value } }\n      observations(limit: 5) { id text }\n    }\n  }\n"): typeof import('./graphql.ts').SeveralFieldsDashboardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeveralFieldsWeather($ids: [ID!]!) {\n    fields(ids: $ids) { weather { startsAt } }\n  }\n"): typeof import('./graphql.ts').SeveralFieldsWeatherDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeveralFieldsRelative($ids: [ID!]!) {\n    fields(ids: $ids) {\n      observations(last: { days: 5 }) { id }\n      weather(since: \"05-01\") { startsAt }\n    }\n  }\n"): typeof import('./graphql.ts').SeveralFieldsRelativeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeveralFieldsVariety($from: DateOrDateTime!, $to: DateOrDateTime!, $category: ObservationCategory) {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_02\", \"fld_nowhere\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt windSpeed { value } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      clear: earthObservations(maxCloudCover: 20, order: DESC) { id }\n      filtered: observations(limit: 3, category: $category) { id category }\n      observationsConnection(first: 2) { pageInfo { hasNextPage endCursor } edges { node { id } } }\n      latestWeather { startsAt }\n      latestObservation { id }\n    }\n  }\n"): typeof import('./graphql.ts').SeveralFieldsVarietyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DashboardOfFields($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      latestWeather { date kind temperatureMax { value unit } }\n      latestEarthObservation(maxCloudCover: 60) { acquiredAt cloudCover { value } index(name: NDVI) { mean } }\n      latestObservation { observedAt text }\n    }\n  }\n"): typeof import('./graphql.ts').DashboardOfFieldsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WholeFieldPage($id: ID!) {\n    field(id: $id) { id weather { date } earthObservations { acquiredAt } observations { text } }\n  }\n"): typeof import('./graphql.ts').WholeFieldPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeasonChart($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) { indexSeries(index: NDVI, from: $from, to: $to) { acquiredAt cloudCover { value } statistics { mean p10 p90 } earthObservation { id } source { provenance } } }\n  }\n"): typeof import('./graphql.ts').SeasonChartDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Imperial($id: ID!) {\n    field(id: $id) {\n      weather(kind: OBSERVED) {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        precipitation(unit: INCH) { value unit }\n        windSpeed(unit: MILE_PER_HOUR) { value unit }\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base(unit: FAHRENHEIT) { value unit } }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImperialDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SprayWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weather(from: $from, to: $to, granularity: HOURLY, kind: FORECAST) { startsAt granularity kind windSpeed(unit: KILOMETRE_PER_HOUR) { value } precipitation { value } temperatureMean { value } }\n    }\n  }\n"): typeof import('./graphql.ts').SprayWindowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SincePlanting($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) {\n        startsAt endsAt dayCount observedDays missingDays\n        growingDegreeDays { value unit base { value unit } upper { value } method }\n        precipitation { value unit } et0 { value } frostDays temperatureMin { value } temperatureMax { value } provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SincePlantingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NotesFeed($id: ID!, $first: Int!, $after: String, $category: ObservationCategory) {\n    field(id: $id) {\n      observationsConnection(first: $first, after: $after, category: $category) {\n        edges { cursor node { id category observedAt } }\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NotesFeedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation OfflinePhone($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id } }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n"): typeof import('./graphql.ts').OfflinePhoneDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Refetch($id: ID!) {\n    node(id: $id) { id ... on Field { latestWeather { date } } }\n  }\n"): typeof import('./graphql.ts').RefetchDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Everything($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { date temperatureMax { value unit } }\n      earthObservations { id }\n      observations(limit: 5) { id text }\n    }\n  }\n"): typeof import('./graphql.ts').EverythingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FiveAndTwenty($id: ID!) {\n    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n"): typeof import('./graphql.ts').FiveAndTwentyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddWorstNote($input: AddObservationInput!) {\n    addObservation(input: $input) { ... on InvalidInputError { faults { message } } }\n  }\n"): typeof import('./graphql.ts').AddWorstNoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Write($key: String!, $text: String!) {\n    addObservation(input: { idempotencyKey: $key, fieldId: \"fld_demo_60\", text: $text }) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }\n      ... on FieldgraphError { code }\n    }\n  }\n"): typeof import('./graphql.ts').WriteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Notes {\n    field(id: \"fld_demo_60\") { observations(limit: 100) { id text } }\n  }\n"): typeof import('./graphql.ts').NotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WrittenNotes($id: ID!) { field(id: $id) { observations(limit: 100) { id text observedAt createdAt } } }\n"): typeof import('./graphql.ts').WrittenNotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query May {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\", kind: OBSERVED) { startsAt kind }\n      latestWeather { startsAt }\n      weatherSummary(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\") { dayCount missingDays precipitation { value } }\n    }\n  }\n"): typeof import('./graphql.ts').MayDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MayAll {\n    field(id: \"fld_a\") { weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\") { startsAt kind } }\n  }\n"): typeof import('./graphql.ts').MayAllDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Diseases {\n    field(id: \"fld_a\") { observations(limit: 2, category: DISEASE) { id } }\n  }\n"): typeof import('./graphql.ts').DiseasesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ForecastsLeft {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\", kind: FORECAST) { startsAt }\n    }\n  }\n"): typeof import('./graphql.ts').ForecastsLeftDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Newest {\n    field(id: \"fld_a\") {\n      latestWeather { startsAt }\n      latestEarthObservation(maxCloudCover: 20) { sceneId }\n    }\n  }\n"): typeof import('./graphql.ts').NewestDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query Within($from: DateOrDateTime, $to: DateOrDateTime) {\n      field(id: \"fld_a\") { observations(from: $from, to: $to) { recordId } }\n    }\n  "): typeof import('./graphql.ts').WithinDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query Clear { field(id: \"fld_a\") { latestEarthObservation(maxCloudCover: 7) { cloudCover { value } } } }\n  "): typeof import('./graphql.ts').ClearDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Paged($after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: 2, after: $after) {\n        edges { cursor }\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PagedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Pests($limit: Int!) { field(id: \"fld_a\") { observations(limit: $limit, category: PEST) { recordId } } }\n"): typeof import('./graphql.ts').PestsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PestPages($first: Int!, $after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: $first, after: $after, category: PEST) {\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PestPagesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SharedCall($last: SpanInput!, $next: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: $last) { date }\n      weatherSummary(last: $last) { dayCount }\n      weatherSummaries(by: WEEK, last: $last) { period dayCount missingDays precipitation { value } }\n      byDekad: weatherSummaries(by: DEKAD, last: $last) { period }\n      precipitationSpells(last: $last) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(last: $last) { missingDays total { value } }\n      ahead: growingDegreeDays(last: $last, next: $next) { missingDays days { date kind accumulated } }\n      waterBalance(\n        last: $last\n        next: $next\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 0.9 }, { date: \"2026-12-31\", kc: 1.1 }]\n      ) {\n        missingDays knownThrough et0Methods provenances readilyAvailableWater { value } days { date kind depletion { value } }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SharedCallDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComputedBetween($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: MONTH, from: $from, to: $to, base: 10, upper: 30) { period dayCount missingDays precipitation { value } growingDegreeDays { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to, base: 10, upper: 30) { missingDays total { value } days { date kind accumulated } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2120-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date kind depletion { value } } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n"): typeof import('./graphql.ts').ComputedBetweenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TimelineOfAll($last: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timeline(last: $last) {\n        date\n        weather { date kind temperatureMax { value } }\n        observations { id observedAt }\n        earthObservations { acquiredAt cloudCover { value } }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TimelineOfAllDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TimelineDates {\n    field(id: \"fld_demo_01\") { timeline(last: { days: 3 }, next: { days: 2 }) { date } }\n  }\n"): typeof import('./graphql.ts').TimelineDatesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RefusedComputed($targets: [DegreeDayTargetInput!], $points: [CropCoefficientInput!]!, $irrigation: [IrrigationInput!]!, $watered: [IrrigationInput!]!) {\n    field(id: \"fld_demo_01\") {\n      none: growingDegreeDays(targets: [{ growingDegreeDays: 0 }]) { missingDays }\n      many: growingDegreeDays(targets: $targets) { missingDays }\n      cold: growingDegreeDays(base: -1001, upper: 30) { missingDays }\n      hot: growingDegreeDays(base: 10, upper: 1001) { missingDays }\n      precipitationSpells(minWetDay: 0) { dayCount }\n      waterBalance(rootZone: { totalAvailableWater: 10, initialDepletion: 20 }, cropCoefficients: [{ date: \"2026-05-02\", kc: 1 }, { date: \"2026-05-01\", kc: 3 }]) { missingDays }\n      most: waterBalance(rootZone: { totalAvailableWater: 0, depletionFraction: 1, initialDepletion: 0 }, cropCoefficients: $points, irrigation: $irrigation) { missingDays }\n      least: waterBalance(rootZone: { totalAvailableWater: 10001, depletionFraction: 0, initialDepletion: -1 }, cropCoefficients: [], irrigation: $watered) { missingDays }\n      timeline(from: \"2026-05-02\", to: \"2026-05-02\") { date }\n    }\n  }\n"): typeof import('./graphql.ts').RefusedComputedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CountedDays($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { startsAt endsAt startsAtLocal endsAtLocal dayCount observedDays missingDays precipitation { value } }\n      weatherSummaries(by: MONTH, from: $from, to: $to) { period isWhole startsAt endsAt startsAtLocal endsAtLocal dayCount missingDays }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to) { missingDays days { date kind growingDegreeDays } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2030-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date depletion { value } } }\n    }\n  }\n"): typeof import('./graphql.ts').CountedDaysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CountedHours($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { temperatureHours(from: $from, to: $to) { hourCount missingHours } }\n  }\n"): typeof import('./graphql.ts').CountedHoursDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeasonInAnyOrder {\n    field(id: \"fld_a\") {\n      indexSeason(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\", earlierYears: 1) {\n        points { earthObservation { id } mean earlierMean } area change changeDays longestGapDays peak { earthObservation { id } } clearScenes missingScenes\n      }\n      indexSeries(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\") { statistics { mean } earthObservation { id } }\n    }\n  }\n"): typeof import('./graphql.ts').SeasonInAnyOrderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SprayingInAnyOrder {\n    field(id: \"fld_a\") {\n      sprayConditions(next: { hours: 12 }, rules: { dryHours: 1, daylightMarginHours: 1 }) { hoursWithoutRecord windows { startsAt endsAt hourCount } hours { startsAt kind verdict } }\n      temperatureHours(from: \"2026-06-10T00:00:00Z\", to: \"2026-06-10T10:00:00Z\") { hourCount missingHours utahUnits }\n    }\n  }\n"): typeof import('./graphql.ts').SprayingInAnyOrderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DaysInAnyOrder($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays precipitation { value } }\n      weatherSummaries(by: WEEK, from: $from, to: $to) { period dayCount missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n"): typeof import('./graphql.ts').DaysInAnyOrderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query HappenedInAnyOrder {\n    field(id: \"fld_a\") {\n      timeline(from: \"2026-05-01\", to: \"2026-05-05\") { date observations { id } earthObservations { id } }\n    }\n  }\n"): typeof import('./graphql.ts').HappenedInAnyOrderDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IndexSeason(\n    $id: ID! = \"fld_a\"\n    $from: DateOrDateTime\n    $to: DateOrDateTime\n    $since: MonthDay\n    $maxCloudCover: Float = 20\n    $earlierYears: Int! = 0\n    $floor: Float! = 0\n    $maxGapDays: Int! = 30\n  ) {\n    field(id: $id) {\n      indexSeason(\n        index: NDVI\n        from: $from\n        to: $to\n        since: $since\n        maxCloudCover: $maxCloudCover\n        earlierYears: $earlierYears\n        floor: $floor\n        maxGapDays: $maxGapDays\n      ) {\n        points { earthObservation { id } acquiredAt mean earlierMean earlierYears difference }\n        clearScenes\n        missingScenes\n        longestGapDays\n        peak { acquiredAt mean }\n        area\n        change\n        changeDays\n        provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').IndexSeasonDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IndexSeasonBesideScenes {\n    field(id: \"fld_demo_01\") {\n      indexSeason(index: NDVI, last: { days: 180 }) { points { earthObservation { id } } clearScenes missingScenes provenances }\n      evi: indexSeason(index: EVI, last: { days: 180 }, maxCloudCover: 60) { clearScenes }\n      earthObservations(last: { days: 180 }) { id }\n    }\n  }\n"): typeof import('./graphql.ts').IndexSeasonBesideScenesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeattleYear($by: CalendarPeriod!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: $by, from: \"2014-01-01\", to: \"2015-01-01\", base: 10, upper: 30) {\n        period isWhole dayCount missingDays precipitation { value } precipitationMissingDays wetDays frostDays\n        temperatureMin { value } temperatureMax { value } growingDegreeDays { value } provenances\n      }\n      weatherSummary(from: \"2014-01-01\", to: \"2015-01-01\") { wetDays dayCount isWhole period }\n    }\n  }\n"): typeof import('./graphql.ts').SeattleYearDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeattleSeason($method: DegreeDayMethod!, $targets: [DegreeDayTargetInput!]) {\n    field(id: \"fld_demo_01\") {\n      growingDegreeDays(method: $method, targets: $targets, from: \"2014-04-15\", to: \"2014-10-01\", base: 10, upper: 30) {\n        total { value unit method base { value } upper { value } }\n        missingDays\n        days { date kind accumulated }\n        targets { growingDegreeDays reachedOn kind isAtLatest remaining }\n        provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SeattleSeasonDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SeattleSpells($unit: LengthUnit!, $minWetDay: Float!) {\n    field(id: \"fld_demo_01\") {\n      precipitationSpells(minWetDay: $minWetDay, unit: $unit, from: \"2014-01-01\", to: \"2015-01-01\") {\n        kind firstDate lastDate dayCount precipitation { value unit } isStartKnown isEndKnown provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SeattleSpellsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PartOfAWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) { dayCount observedDays missingDays precipitation { value } growingDegreeDays { value } }\n      weatherSummaries(by: DEKAD, from: $from, to: $to) { period isWhole dayCount observedDays missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      temperatureHours(from: $from, to: $to) { hourCount missingHours frostHours }\n    }\n  }\n"): typeof import('./graphql.ts').PartOfAWindowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SprayConditions($id: ID! = \"fld_a\", $next: SpanInput, $rules: SprayRulesInput) {\n    field(id: $id) {\n      sprayConditions(next: $next, rules: $rules) {\n        hours {\n          startsAt\n          startsAtLocal\n          kind\n          verdict\n          deltaT\n          rules { rule outcome value limit reason }\n        }\n        windows { startsAt endsAt startsAtLocal endsAtLocal hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SprayConditionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SprayByDefault {\n    field(id: \"fld_a\") { sprayConditions { hours { verdict rules { rule } } hoursWithoutRecord } }\n  }\n"): typeof import('./graphql.ts').SprayByDefaultDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n      query InfiniteWind { field(id: \"fld_a\") { sprayConditions(rules: { maxWind: 1e400 }) { hoursWithoutRecord } } }\n    "): typeof import('./graphql.ts').InfiniteWindDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TemperatureHours($from: DateOrDateTime!, $to: DateOrDateTime!, $frostBelow: Float! = 0, $heatAbove: Float! = 30, $unit: TemperatureUnit! = CELSIUS) {\n    field(id: \"fld_a\") {\n      temperatureHours(from: $from, to: $to, frostBelow: $frostBelow, heatAbove: $heatAbove, unit: $unit) {\n        hourCount\n        missingHours\n        frostHours\n        heatHours\n        chillingHours\n        utahUnits\n        chillPortions\n        provenances\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TemperatureHoursDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TemperatureHoursBesideHours {\n    field(id: \"fld_demo_01\") {\n      temperatureHours(last: { days: 30 }) { hourCount missingHours chillPortions provenances }\n      hourly: weather(last: { days: 30 }, granularity: HOURLY) { startsAt }\n      lastHours: temperatureHours(last: { hours: 24 }) { hourCount missingHours }\n    }\n  }\n"): typeof import('./graphql.ts').TemperatureHoursBesideHoursDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TemperatureHoursByDefault {\n    field(id: \"fld_a\") { temperatureHours { hourCount } }\n  }\n"): typeof import('./graphql.ts').TemperatureHoursByDefaultDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ThresholdsLeftOut($unit: TemperatureUnit!, $length: LengthUnit!) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { total { unit base { value } upper { value } } }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays(unit: CELSIUS_DAY) { value base { value } upper { value } } }\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays { base { value } upper { value } } }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-08\", unit: $length) { kind firstDate dayCount }\n      temperatureHours(from: \"2026-05-01\", to: \"2026-05-02\", unit: $unit) { frostHours heatHours }\n    }\n  }\n"): typeof import('./graphql.ts').ThresholdsLeftOutDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query HalfOfTheThresholds {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: 40, upper: null, unit: FAHRENHEIT) { total { base { value } upper { value } } }\n    }\n  }\n"): typeof import('./graphql.ts').HalfOfTheThresholdsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ThresholdsOfTheCrop($base: Float, $upper: Float) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        total { base { value } upper { value } thresholdSource }\n      }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        growingDegreeDays { base { value } upper { value } thresholdSource }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ThresholdsOfTheCropDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ThresholdsAndNotes {\n    field(id: \"fld_a\") {\n      name\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\") { total { base { value } } }\n      observations(limit: 1) { id }\n    }\n  }\n"): typeof import('./graphql.ts').ThresholdsAndNotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TimelineOfNotes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { timeline(from: $from, to: $to) { date observations { id } } }\n  }\n"): typeof import('./graphql.ts').TimelineOfNotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TimezoneWithoutWeather { field(id: \"fld_a\") { timezone } }\n"): typeof import('./graphql.ts').TimezoneWithoutWeatherDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TwelveComputedFields {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weatherSummary(last: { days: 30 }) { dayCount }\n      weatherSummaries(by: WEEK, last: { days: 30 }) { period }\n      byMonth: weatherSummaries(by: MONTH, last: { days: 30 }) { period }\n      precipitationSpells(last: { days: 30 }) { kind }\n      growingDegreeDays(last: { days: 30 }) { missingDays }\n      waterBalance(\n        last: { days: 30 }\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 1 }, { date: \"2026-12-31\", kc: 1 }]\n      ) { missingDays }\n      temperatureHours(last: { days: 30 }) { hourCount }\n      sprayConditions { hoursWithoutRecord }\n      indexSeries(index: NDVI, last: { days: 30 }) { statistics { mean } }\n      indexSeason(index: NDVI, last: { days: 30 }, earlierYears: 2) { clearScenes }\n      timeline(last: { days: 30 }) { date weather { date } observations { id } earthObservations { id } }\n    }\n  }\n"): typeof import('./graphql.ts').TwelveComputedFieldsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComputedOfUnknown {\n    field(id: \"fld_a\") {\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-31\") {\n        dayCount missingDays isWhole wetDays precipitation { value } precipitationMissingDays et0MissingDays growingDegreeDaysMissingDays temperatureMinMissingDays\n        precipitationLessEt0 { value } precipitationLessEt0MissingDays\n      }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-31\") { kind firstDate lastDate dayCount isStartKnown isEndKnown provenances }\n      growingDegreeDays(targets: [{ growingDegreeDays: 60 }], from: \"2026-05-01\", to: \"2026-05-31\") {\n        missingDays days { date growingDegreeDays accumulated missingDays } targets { reachedOn isAtLatest remaining } total { value } provenances\n      }\n      waterBalance(\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2026-05-01\", kc: 1 }, { date: \"2026-05-31\", kc: 1.2 }]\n        from: \"2026-05-01\"\n        to: \"2026-05-31\"\n      ) {\n        missingDays knownThrough exceedsReadilyAvailableOn et0Methods provenances\n        days { date depletion { value } stressCoefficient deepPercolation { value } }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ComputedOfUnknownDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DashboardWithFacts($ids: [ID!]!, $facts: Boolean!) {\n    fields(ids: $ids) {\n      id\n      name @include(if: $facts)\n      crop @include(if: $facts) { name eppoCode }\n      location @include(if: $facts) { latitude longitude }\n      area(unit: ACRE) @include(if: $facts) { value unit }\n      weather { date }\n      earthObservations { acquiredAt }\n      observations(limit: 1) { text }\n    }\n  }\n"): typeof import('./graphql.ts').DashboardWithFactsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FactsAlone($ids: [ID!]!) {\n    fields(ids: $ids) { name crop { name } location { latitude } area { value unit } timezone }\n  }\n"): typeof import('./graphql.ts').FactsAloneDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NameAndWeather { field(id: \"fld_a\") { name weather { date } observations(limit: 1) { text } } }\n"): typeof import('./graphql.ts').NameAndWeatherDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NameAndNoWindow { field(id: \"fld_a\") { name weather(from: \"2026-06-10\", to: \"2026-06-10\") { date } } }\n"): typeof import('./graphql.ts').NameAndNoWindowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NameAlone { field(id: \"fld_a\") { name } }\n"): typeof import('./graphql.ts').NameAloneDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NameAndNotes { field(id: \"fld_a\") { name observations(limit: 1) { text } } }\n"): typeof import('./graphql.ts').NameAndNotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FieldPage($id: ID!) {\n    field(id: $id) {\n      id\n      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }\n      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }\n      observations(limit: 2) { id text category tags photos { href } }\n    }\n  }\n"): typeof import('./graphql.ts').FieldPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Dashboard($ids: [ID!]!) {\n    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }\n  }\n"): typeof import('./graphql.ts').DashboardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Known($id: ID!, $ids: [ID!]!) {\n    field(id: $id) { id __typename }\n    fields(ids: $ids) { id }\n    node(id: $id) { id __typename }\n    nodes(ids: $ids) { id ... on Field { __typename } }\n  }\n"): typeof import('./graphql.ts').KnownDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Ids($ids: [ID!]!) {\n    fields(ids: $ids) { id }\n  }\n"): typeof import('./graphql.ts').IdsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Nodes {\n    node(id: \"fld_a\") { id __typename ... on Field { weather { date } } }\n    other: node(id: \"obs_1\") { id }\n    nodes(ids: [\"fld_b\", \"nothing\", \"fld_a\"]) { id }\n  }\n"): typeof import('./graphql.ts').NodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TwoLimits {\n    field(id: \"fld_a\") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n"): typeof import('./graphql.ts').TwoLimitsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BadLimit {\n    field(id: \"fld_a\") { observations(limit: 101) { id } weather { date } }\n  }\n"): typeof import('./graphql.ts').BadLimitDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ScenesOfAnyKind($max: Float) {\n    field(id: \"fld_a\") {\n      earthObservations(maxCloudCover: $max) { recordId cloudCover(unit: PERCENT) { value } }\n      latestEarthObservation(maxCloudCover: $max) { recordId }\n    }\n  }\n"): typeof import('./graphql.ts').ScenesOfAnyKindDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query HoursWithTheirDays {\n    field(id: \"fld_a\") { weather(granularity: HOURLY) { startsAt date } }\n  }\n"): typeof import('./graphql.ts').HoursWithTheirDaysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FieldOfNotes {\n    field(id: \"fld_a\") { observations(limit: 3) { field { id __typename weather { date } } } }\n  }\n"): typeof import('./graphql.ts').FieldOfNotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Measures {\n    field(id: \"fld_a\") {\n      weather {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        condition\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base { value unit } method }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MeasuresDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AsCame {\n    field(id: \"fld_a\") { weather { temperatureMax { value unit } condition kind } observations(limit: 1) { id } }\n  }\n"): typeof import('./graphql.ts').AsCameDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UnknownUnit($unit: TemperatureUnit) {\n    field(id: \"fld_a\") { weather { temperatureMax(unit: $unit) { value } } }\n  }\n"): typeof import('./graphql.ts').UnknownUnitDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UnitAlone($unit: LengthUnit) {\n    field(id: \"fld_a\") { weather { precipitation(unit: $unit) { unit } } }\n  }\n"): typeof import('./graphql.ts').UnitAloneDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddNote($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id field { id } } field { observations(limit: 1) { id } } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n"): typeof import('./graphql.ts').AddNoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { __typename }\n    second: addObservation(input: $second) { __typename }\n  }\n"): typeof import('./graphql.ts').AddTwiceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddAndRead($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n    second: addObservation(input: $second) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n  }\n"): typeof import('./graphql.ts').AddAndReadDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Last($last: SpanInput!) {\n    field(id: \"fld_demo_01\") { timezone weather(last: $last) { startsAtLocal date startsAt } }\n  }\n"): typeof import('./graphql.ts').LastDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EveryWindow {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: { days: 30 }) { date }\n      weatherSummary(last: { days: 30 }) { dayCount missingDays }\n      earthObservations(last: { days: 30 }) { acquiredAt }\n      indexSeries(index: NDVI, last: { days: 30 }) { acquiredAt }\n    }\n  }\n"): typeof import('./graphql.ts').EveryWindowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Since {\n    field(id: \"fld_demo_32\") {\n      weather(since: \"04-15\") { date }\n      weatherSummary(since: \"04-15\") { dayCount }\n      earthObservations(since: \"04-15\") { acquiredAt }\n      observations(since: \"04-15\") { observedAt }\n    }\n  }\n"): typeof import('./graphql.ts').SinceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LastNotes {\n    field(id: \"fld_demo_01\") { observations(limit: 3, last: { days: 30 }) { observedAt } }\n  }\n"): typeof import('./graphql.ts').LastNotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TimezoneAlone {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_32\"]) { timezone }\n  }\n"): typeof import('./graphql.ts').TimezoneAloneDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RefusedWindow {\n    field(id: \"fld_demo_01\") {\n      weather(last: { days: 3 }, from: \"2026-05-01\") { date }\n      earthObservations(last: { hours: 3 }) { id }\n    }\n  }\n"): typeof import('./graphql.ts').RefusedWindowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LocalBounds { field(id: \"fld_demo_01\") { weather(last: { days: 5 }) { startsAtLocal endsAtLocal } } }\n"): typeof import('./graphql.ts').LocalBoundsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NotesOfSilentList {\n    field(id: \"fld_a\") { observations(limit: 3) { id } }\n  }\n"): typeof import('./graphql.ts').NotesOfSilentListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DaysAfterSilentList {\n    field(id: \"fld_a\") { timezone weather(last: { days: 3 }) { date } }\n  }\n"): typeof import('./graphql.ts').DaysAfterSilentListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SinceBesideSilentList {\n    field(id: \"fld_a\") { timezone observations(limit: 3) { id } weather(since: \"06-29\") { date } }\n  }\n"): typeof import('./graphql.ts').SinceBesideSilentListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LastDaysOfLesserService {\n    field(id: \"fld_a\") {\n      weather(last: { days: 3 }) { date }\n      weatherSummary(last: { days: 3 }) { dayCount missingDays }\n      earthObservations(from: \"2026-06-28\", to: \"2026-06-29\") { id }\n      timeline(from: \"2026-06-28\", to: \"2026-06-29\") { date observations { id } earthObservations { id } weather { date } }\n    }\n  }\n"): typeof import('./graphql.ts').LastDaysOfLesserServiceDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
