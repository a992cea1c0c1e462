/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../client/types.ts';
export type TutorialTextsQueryVariables = Exact<{ [key: string]: never; }>;
export type TutorialTextsQuery = { field: { observations: Array<{ text: string }> | null } | null };
export type WindowedWeatherQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type WindowedWeatherQuery = { field: { weather: Array<{ startsAt: string, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, observed: Array<{ startsAt: string, kind: Types.WeatherKind }> | null, hourly: Array<{ startsAt: string, granularity: Types.WeatherGranularity }> | null } | null };
export type LatestOfAllQueryVariables = Exact<{ [key: string]: never; }>;
export type LatestOfAllQuery = { fields: Array<{ id: string, latestWeather: { startsAt: string, kind: Types.WeatherKind } | null, latestEarthObservation: { id: string } | null, latestObservation: { id: string } | null } | null> };
export type WindowedScenesQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type WindowedScenesQuery = { field: { earthObservations: Array<{ id: string, acquiredAt: string }> | null, indexSeries: Array<{ statistics: { mean: number | null } | null, earthObservation: { id: string } }> | null } | null };
export type SummaryQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type SummaryQuery = { field: { weatherSummary: { dayCount: number, missingDays: number, frostDays: number | null, growingDegreeDays: { value: number } | null, precipitation: { value: number } | null } | null } | null };
export type ComputedFromHoursQueryVariables = Exact<{ [key: string]: never; }>;
export type ComputedFromHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number, frostHours: number | null, heatHours: number | null, chillingHours: number | null, utahUnits: number | null, chillPortions: number | null, provenances: Array<Types.Provenance> } | null, sprayConditions: { hoursWithoutRecord: number, provenances: Array<Types.Provenance>, hours: Array<{ startsAt: string, kind: Types.WeatherKind, verdict: Types.SprayVerdict, deltaT: number | null, rules: Array<{ rule: Types.SprayRule, outcome: Types.RuleOutcome, value: number | null, limit: number | null, reason: string }> }>, windows: Array<{ startsAt: string, endsAt: string, hourCount: number }> } | null } | null };
export type ComputedFromScenesQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type ComputedFromScenesQuery = { field: { indexSeason: { area: number | null, change: number | null, changeDays: number | null, longestGapDays: number | null, clearScenes: number, missingScenes: number, provenances: Array<Types.Provenance>, points: Array<{ acquiredAt: string, mean: number | null }>, peak: { acquiredAt: string } | null } | null } | null };
export type FilteredNotesQueryVariables = Exact<{
  to: string;
}>;
export type FilteredNotesQuery = { field: { newest: Array<{ id: string }> | null, filtered: Array<{ id: string, category: Types.ObservationCategory }> | null, before: Array<{ id: string }> | null } | null };
export type PageQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;
export type PageQuery = { field: { observationsConnection: { edges: Array<{ cursor: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } | null } | null };
export type DefaultsQueryVariables = Exact<{ [key: string]: never; }>;
export type DefaultsQuery = { field: { weather: Array<{ startsAt: string, granularity: Types.WeatherGranularity }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ observedAt: string }> | null } | null };
export type SeveralFieldsDashboardQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type SeveralFieldsDashboardQuery = { fields: Array<{ id: string, weather: Array<{ startsAt: string, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, earthObservations: Array<{ id: string, acquiredAt: string, cloudCover: { value: number } | null }> | null, observations: Array<{ id: string, text: string }> | null } | null> };
export type SeveralFieldsWeatherQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type SeveralFieldsWeatherQuery = { fields: Array<{ weather: Array<{ startsAt: string }> | null } | null> };
export type SeveralFieldsRelativeQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type SeveralFieldsRelativeQuery = { fields: Array<{ observations: Array<{ id: string }> | null, weather: Array<{ startsAt: string }> | null } | null> };
export type SeveralFieldsVarietyQueryVariables = Exact<{
  from: string;
  to: string;
  category?: Types.ObservationCategory | null | undefined;
}>;
export type SeveralFieldsVarietyQuery = { fields: Array<{ id: string, hourly: Array<{ startsAt: string, windSpeed: { value: number } | null }> | null, observed: Array<{ startsAt: string, kind: Types.WeatherKind }> | null, clear: Array<{ id: string }> | null, filtered: Array<{ id: string, category: Types.ObservationCategory }> | null, observationsConnection: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string } }> } | null, latestWeather: { startsAt: string } | null, latestObservation: { id: string } | null } | null> };
export type DashboardOfFieldsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type DashboardOfFieldsQuery = { fields: Array<{ id: string, latestWeather: { date: string | null, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null } | null, latestEarthObservation: { acquiredAt: string, cloudCover: { value: number } | null, index: { mean: number | null } | null } | null, latestObservation: { observedAt: string, text: string } | null } | null> };
export type WholeFieldPageQueryVariables = Exact<{
  id: string;
}>;
export type WholeFieldPageQuery = { field: { id: string, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ text: string }> | null } | null };
export type SeasonChartQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;
export type SeasonChartQuery = { field: { indexSeries: Array<{ acquiredAt: string, cloudCover: { value: number } | null, statistics: { mean: number | null, p10: number | null, p90: number | null } | null, earthObservation: { id: string }, source: { provenance: Types.Provenance } }> | null } | null };
export type ImperialQueryVariables = Exact<{
  id: string;
}>;
export type ImperialQuery = { field: { weather: Array<{ temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, fahrenheit: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, windSpeed: { value: number, unit: Types.SpeedUnit } | null, growingDegreeDays: { value: number, unit: Types.DegreeDayUnit, base: { value: number, unit: Types.TemperatureUnit } | null } | null }> | null } | null };
export type SprayWindowQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;
export type SprayWindowQuery = { field: { weather: Array<{ startsAt: string, granularity: Types.WeatherGranularity, kind: Types.WeatherKind, windSpeed: { value: number } | null, precipitation: { value: number } | null, temperatureMean: { value: number } | null }> | null } | null };
export type SincePlantingQueryVariables = Exact<{
  id: string;
  from: string;
  to?: string | null | undefined;
}>;
export type SincePlantingQuery = { field: { weatherSummary: { startsAt: string, endsAt: string, dayCount: number, observedDays: number, missingDays: number, frostDays: number | null, provenances: Array<Types.Provenance>, growingDegreeDays: { value: number, unit: Types.DegreeDayUnit, method: Types.DegreeDayMethod | null, base: { value: number, unit: Types.TemperatureUnit } | null, upper: { value: number } | null } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, et0: { value: number } | null, temperatureMin: { value: number } | null, temperatureMax: { value: number } | null } | null } | null };
export type NotesFeedQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
  category?: Types.ObservationCategory | null | undefined;
}>;
export type NotesFeedQuery = { field: { observationsConnection: { edges: Array<{ cursor: string, node: { id: string, category: Types.ObservationCategory, observedAt: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };
export type OfflinePhoneMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;
export type OfflinePhoneMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string } }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError', faults: Array<{ path: Array<string>, code: Types.InputFaultCode, message: string }> }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null };
export type RefetchQueryVariables = Exact<{
  id: string;
}>;
export type RefetchQuery = { node: { id: string, latestWeather: { date: string | null } | null } | null };
export type EverythingQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type EverythingQuery = { fields: Array<{ id: string, weather: Array<{ date: string | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, earthObservations: Array<{ id: string }> | null, observations: Array<{ id: string, text: string }> | null } | null> };
export type FiveAndTwentyQueryVariables = Exact<{
  id: string;
}>;
export type FiveAndTwentyQuery = { field: { five: Array<{ id: string }> | null, twenty: Array<{ id: string }> | null } | null };
export type AddWorstNoteMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;
export type AddWorstNoteMutation = { addObservation:
    | { faults: Array<{ message: string }> }
    | Record<PropertyKey, never>
   | null };
export type WriteMutationVariables = Exact<{
  key: string;
  text: string;
}>;
export type WriteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, text: string }, field: { observations: Array<{ id: string }> | null } }
    | { __typename: 'FieldNotFoundError', code: Types.FieldgraphErrorCode }
    | { __typename: 'ForbiddenError', code: Types.FieldgraphErrorCode }
    | { __typename: 'IdempotencyInProgressError', code: Types.FieldgraphErrorCode }
    | { __typename: 'IdempotencyKeyReusedError', code: Types.FieldgraphErrorCode }
    | { __typename: 'InvalidInputError', code: Types.FieldgraphErrorCode, faults: Array<{ path: Array<string>, code: Types.InputFaultCode, message: string }> }
    | { __typename: 'RateLimitedError', code: Types.FieldgraphErrorCode }
    | { __typename: 'UnauthenticatedError', code: Types.FieldgraphErrorCode }
   | null };
export type NotesQueryVariables = Exact<{ [key: string]: never; }>;
export type NotesQuery = { field: { observations: Array<{ id: string, text: string }> | null } | null };
export type WrittenNotesQueryVariables = Exact<{
  id: string;
}>;
export type WrittenNotesQuery = { field: { observations: Array<{ id: string, text: string, observedAt: string, createdAt: string }> | null } | null };
export type MayQueryVariables = Exact<{ [key: string]: never; }>;
export type MayQuery = { field: { weather: Array<{ startsAt: string, kind: Types.WeatherKind }> | null, latestWeather: { startsAt: string } | null, weatherSummary: { dayCount: number, missingDays: number, precipitation: { value: number } | null } | null } | null };
export type MayAllQueryVariables = Exact<{ [key: string]: never; }>;
export type MayAllQuery = { field: { weather: Array<{ startsAt: string, kind: Types.WeatherKind }> | null } | null };
export type DiseasesQueryVariables = Exact<{ [key: string]: never; }>;
export type DiseasesQuery = { field: { observations: Array<{ id: string }> | null } | null };
export type ForecastsLeftQueryVariables = Exact<{ [key: string]: never; }>;
export type ForecastsLeftQuery = { field: { weather: Array<{ startsAt: string }> | null } | null };
export type RunsOfAForecastQueryVariables = Exact<{ [key: string]: never; }>;
export type RunsOfAForecastQuery = { field: { weather: Array<{ startsAt: string, issuedAt: string | null }> | null, timeline: Array<{ weather: { issuedAt: string | null } | null }> | null } | null };
export type NewestQueryVariables = Exact<{ [key: string]: never; }>;
export type NewestQuery = { field: { latestWeather: { startsAt: string } | null, latestEarthObservation: { sceneId: string } | null } | null };
export type WithinQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;
export type WithinQuery = { field: { observations: Array<{ recordId: string }> | null } | null };
export type ClearQueryVariables = Exact<{ [key: string]: never; }>;
export type ClearQuery = { field: { latestEarthObservation: { cloudCover: { value: number } | null } | null } | null };
export type ClearOfOktasQueryVariables = Exact<{ [key: string]: never; }>;
export type ClearOfOktasQuery = { field: { latestEarthObservation: { recordId: string } | null } | null };
export type PagedQueryVariables = Exact<{
  after?: string | null | undefined;
}>;
export type PagedQuery = { field: { observationsConnection: { edges: Array<{ cursor: string }>, nodes: Array<{ recordId: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };
export type PagedByQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  category?: Types.ObservationCategory | null | undefined;
}>;
export type PagedByQuery = { field: { observationsConnection: { nodes: Array<{ recordId: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };
export type PestsQueryVariables = Exact<{
  limit: number;
}>;
export type PestsQuery = { field: { observations: Array<{ recordId: string }> | null } | null };
export type PestPagesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;
export type PestPagesQuery = { field: { observationsConnection: { nodes: Array<{ recordId: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };
export type WeekQueryVariables = Exact<{
  from: string;
  first: number;
}>;
export type WeekQuery = { field: { observations: Array<{ recordId: string }> | null, timeline: Array<{ observations: Array<{ recordId: string }> | null }> | null, observationsConnection: { nodes: Array<{ recordId: string }>, pageInfo: { hasNextPage: boolean } } | null } | null };
export type PestsSinceQueryVariables = Exact<{
  from?: string | null | undefined;
  limit: number;
}>;
export type PestsSinceQuery = { field: { observations: Array<{ recordId: string }> | null } | null };
export type ScenesOfSeasonQueryVariables = Exact<{
  from: string;
}>;
export type ScenesOfSeasonQuery = { field: { earthObservations: Array<{ recordId: string }> | null, indexSeason: { points: Array<{ acquiredAt: string }> } | null, timeline: Array<{ date: string, earthObservations: Array<{ recordId: string }> | null }> | null } | null };
export type PagesOfQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  category?: Types.ObservationCategory | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;
export type PagesOfQuery = { field: { observationsConnection: { nodes: Array<{ recordId: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };
export type InWindowQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;
export type InWindowQuery = { field: { observations: Array<{ recordId: string }> | null } | null };
export type SharedCallQueryVariables = Exact<{
  last: Types.SpanInput;
  next?: Types.SpanInput | null | undefined;
}>;
export type SharedCallQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number } | null, weatherSummaries: Array<{ period: string | null, dayCount: number, missingDays: number, precipitation: { value: number } | null }> | null, byDekad: Array<{ period: string | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null } | null, ahead: { missingDays: number, days: Array<{ date: string, kind: Types.WeatherKind, accumulated: number }> } | null, waterBalance: { missingDays: number, knownThrough: string | null, et0Methods: Array<Types.Et0Method>, provenances: Array<Types.Provenance>, readilyAvailableWater: { value: number }, days: Array<{ date: string, kind: Types.WeatherKind, depletion: { value: number } | null }> } | null } | null };
export type ComputedBetweenQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type ComputedBetweenQuery = { field: { weatherSummaries: Array<{ period: string | null, dayCount: number, missingDays: number, precipitation: { value: number } | null, growingDegreeDays: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null, days: Array<{ date: string, kind: Types.WeatherKind, accumulated: number }> } | null, waterBalance: { missingDays: number, knownThrough: string | null, days: Array<{ date: string, kind: Types.WeatherKind, depletion: { value: number } | null }> } | null, timeline: Array<{ date: string, weather: { kind: Types.WeatherKind, temperatureMax: { value: number } | null } | null }> | null } | null };
export type TimelineOfAllQueryVariables = Exact<{
  last?: Types.SpanInput | null | undefined;
}>;
export type TimelineOfAllQuery = { field: { timeline: Array<{ date: string, weather: { date: string | null, kind: Types.WeatherKind, temperatureMax: { value: number } | null } | null, observations: Array<{ id: string, observedAt: string }> | null, earthObservations: Array<{ acquiredAt: string, cloudCover: { value: number } | null }> | null }> | null } | null };
export type TimelineDatesQueryVariables = Exact<{ [key: string]: never; }>;
export type TimelineDatesQuery = { field: { timeline: Array<{ date: string }> | null } | null };
export type RefusedComputedQueryVariables = Exact<{
  targets?: Array<Types.DegreeDayTargetInput> | Types.DegreeDayTargetInput | null | undefined;
  points: Array<Types.CropCoefficientInput> | Types.CropCoefficientInput;
  irrigation: Array<Types.IrrigationInput> | Types.IrrigationInput;
  watered: Array<Types.IrrigationInput> | Types.IrrigationInput;
}>;
export type RefusedComputedQuery = { field: { none: { missingDays: number } | null, many: { missingDays: number } | null, cold: { missingDays: number } | null, hot: { missingDays: number } | null, precipitationSpells: Array<{ dayCount: number }> | null, waterBalance: { missingDays: number } | null, most: { missingDays: number } | null, least: { missingDays: number } | null, timeline: Array<{ date: string }> | null } | null };
export type CountedDaysQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type CountedDaysQuery = { field: { weatherSummary: { startsAt: string, endsAt: string, startsAtLocal: string | null, endsAtLocal: string | null, dayCount: number, observedDays: number, missingDays: number, precipitation: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, isWhole: boolean, startsAt: string, endsAt: string, startsAtLocal: string | null, endsAtLocal: string | null, dayCount: number, missingDays: number }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean }> | null, growingDegreeDays: { missingDays: number, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null }> } | null, waterBalance: { missingDays: number, knownThrough: string | null, days: Array<{ date: string, depletion: { value: number } | null }> } | null } | null };
export type CountedHoursQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type CountedHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number } | null } | null };
export type DekadsOfADateLineQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type DekadsOfADateLineQuery = { field: { weatherSummaries: Array<{ period: string | null, isWhole: boolean, startsAtLocal: string | null, endsAtLocal: string | null, dayCount: number }> | null } | null };
export type SeasonInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;
export type SeasonInAnyOrderQuery = { field: { indexSeason: { area: number | null, change: number | null, changeDays: number | null, longestGapDays: number | null, clearScenes: number, missingScenes: number, points: Array<{ mean: number | null, earlierMean: number | null, earthObservation: { id: string } }>, peak: { earthObservation: { id: string } } | null } | null, indexSeries: Array<{ statistics: { mean: number | null } | null, earthObservation: { id: string } }> | null } | null };
export type SeriesOfMalformedQueryVariables = Exact<{ [key: string]: never; }>;
export type SeriesOfMalformedQuery = { field: { indexSeries: Array<{ statistics: { mean: number | null } | null }> | null } | null };
export type SprayingInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;
export type SprayingInAnyOrderQuery = { field: { sprayConditions: { hoursWithoutRecord: number, windows: Array<{ startsAt: string, endsAt: string, hourCount: number }>, hours: Array<{ startsAt: string, kind: Types.WeatherKind, verdict: Types.SprayVerdict }> } | null, temperatureHours: { hourCount: number, missingHours: number, utahUnits: number | null } | null } | null };
export type DaysInAnyOrderQueryVariables = Exact<{
  from: string;
  to: string;
}>;
export type DaysInAnyOrderQuery = { field: { weatherSummary: { dayCount: number, missingDays: number, precipitation: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, dayCount: number, missingDays: number, precipitation: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, precipitation: { value: number } }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null }> } | null, timeline: Array<{ date: string, weather: { kind: Types.WeatherKind, temperatureMax: { value: number } | null } | null }> | null } | null };
export type HappenedInAnyOrderQueryVariables = Exact<{ [key: string]: never; }>;
export type HappenedInAnyOrderQuery = { field: { timeline: Array<{ date: string, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null }> | null } | null };
export type IndexSeasonQueryVariables = Exact<{
  id?: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  since?: string | null | undefined;
  last?: Types.SpanInput | null | undefined;
  maxCloudCover?: number | null | undefined;
  earlierYears?: number;
  floor?: number;
  maxGapDays?: number;
}>;
export type IndexSeasonQuery = { field: { indexSeason: { clearScenes: number, missingScenes: number, longestGapDays: number | null, area: number | null, change: number | null, changeDays: number | null, provenances: Array<Types.Provenance>, points: Array<{ acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number, difference: number | null, earthObservation: { id: string } }>, peak: { acquiredAt: string, mean: number | null } | null } | null } | null };
export type IndexSeasonWithScenesQueryVariables = Exact<{ [key: string]: never; }>;
export type IndexSeasonWithScenesQuery = { field: { indexSeason: { clearScenes: number, missingScenes: number, provenances: Array<Types.Provenance>, points: Array<{ earthObservation: { id: string } }> } | null, evi: { clearScenes: number } | null, earthObservations: Array<{ id: string }> | null } | null };
export type SeattleYearQueryVariables = Exact<{
  by: Types.CalendarPeriod;
}>;
export type SeattleYearQuery = { field: { weatherSummaries: Array<{ period: string | null, isWhole: boolean, dayCount: number, missingDays: number, precipitationMissingDays: number, wetDays: number | null, frostDays: number | null, provenances: Array<Types.Provenance>, precipitation: { value: number } | null, temperatureMin: { value: number } | null, temperatureMax: { value: number } | null, growingDegreeDays: { value: number } | null }> | null, weatherSummary: { wetDays: number | null, dayCount: number, isWhole: boolean, period: string | null } | null } | null };
export type SeattleSeasonQueryVariables = Exact<{
  method: Types.DegreeDayMethod;
  targets?: Array<Types.DegreeDayTargetInput> | Types.DegreeDayTargetInput | null | undefined;
}>;
export type SeattleSeasonQuery = { field: { growingDegreeDays: { missingDays: number, provenances: Array<Types.Provenance>, total: { value: number, unit: Types.DegreeDayUnit, method: Types.DegreeDayMethod | null, base: { value: number } | null, upper: { value: number } | null } | null, days: Array<{ date: string, kind: Types.WeatherKind, accumulated: number }>, targets: Array<{ growingDegreeDays: number, reachedOn: string | null, kind: Types.WeatherKind | null, isAtLatest: boolean, remaining: number }> } | null } | null };
export type SeattleSpellsQueryVariables = Exact<{
  unit: Types.LengthUnit;
  minWetDay: number;
}>;
export type SeattleSpellsQuery = { field: { precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean, provenances: Array<Types.Provenance>, precipitation: { value: number, unit: Types.LengthUnit } }> | null } | null };
export type PartOfAWindowQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;
export type PartOfAWindowQuery = { field: { weatherSummary: { dayCount: number, observedDays: number, missingDays: number, precipitation: { value: number } | null, growingDegreeDays: { value: number } | null } | null, weatherSummaries: Array<{ period: string | null, isWhole: boolean, dayCount: number, observedDays: number, missingDays: number, precipitation: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, precipitation: { value: number } }> | null, growingDegreeDays: { missingDays: number, total: { value: number } | null, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null }> } | null, temperatureHours: { hourCount: number, missingHours: number, frostHours: number | null } | null } | null };
export type SprayConditionsQueryVariables = Exact<{
  id?: string;
  next?: Types.SpanInput | null | undefined;
  rules?: Types.SprayRulesInput | null | undefined;
}>;
export type SprayConditionsQuery = { field: { sprayConditions: { hoursWithoutRecord: number, provenances: Array<Types.Provenance>, hours: Array<{ startsAt: string, startsAtLocal: string | null, kind: Types.WeatherKind, verdict: Types.SprayVerdict, deltaT: number | null, rules: Array<{ rule: Types.SprayRule, outcome: Types.RuleOutcome, value: number | null, limit: number | null, reason: string }> }>, windows: Array<{ startsAt: string, endsAt: string, startsAtLocal: string | null, endsAtLocal: string | null, hourCount: number }> } | null } | null };
export type SprayByDefaultQueryVariables = Exact<{ [key: string]: never; }>;
export type SprayByDefaultQuery = { field: { sprayConditions: { hoursWithoutRecord: number, hours: Array<{ verdict: Types.SprayVerdict, rules: Array<{ rule: Types.SprayRule }> }> } | null } | null };
export type InfiniteWindQueryVariables = Exact<{ [key: string]: never; }>;
export type InfiniteWindQuery = { field: { sprayConditions: { hoursWithoutRecord: number } | null } | null };
export type TemperatureHoursQueryVariables = Exact<{
  from: string;
  to: string;
  frostBelow?: number;
  heatAbove?: number;
  unit?: Types.TemperatureUnit;
}>;
export type TemperatureHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number, frostHours: number | null, heatHours: number | null, chillingHours: number | null, utahUnits: number | null, chillPortions: number | null, provenances: Array<Types.Provenance> } | null } | null };
export type TemperatureHoursWithHoursQueryVariables = Exact<{ [key: string]: never; }>;
export type TemperatureHoursWithHoursQuery = { field: { temperatureHours: { hourCount: number, missingHours: number, chillPortions: number | null, provenances: Array<Types.Provenance> } | null, hourly: Array<{ startsAt: string }> | null, lastHours: { hourCount: number, missingHours: number } | null } | null };
export type TemperatureHoursByDefaultQueryVariables = Exact<{ [key: string]: never; }>;
export type TemperatureHoursByDefaultQuery = { field: { temperatureHours: { hourCount: number } | null } | null };
export type ThresholdsLeftOutQueryVariables = Exact<{
  unit: Types.TemperatureUnit;
  length: Types.LengthUnit;
}>;
export type ThresholdsLeftOutQuery = { field: { growingDegreeDays: { total: { unit: Types.DegreeDayUnit, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummary: { growingDegreeDays: { value: number, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummaries: Array<{ growingDegreeDays: { base: { value: number } | null, upper: { value: number } | null } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, dayCount: number }> | null, temperatureHours: { frostHours: number | null, heatHours: number | null } | null } | null };
export type HalfOfTheThresholdsQueryVariables = Exact<{ [key: string]: never; }>;
export type HalfOfTheThresholdsQuery = { field: { growingDegreeDays: { total: { base: { value: number } | null, upper: { value: number } | null } | null } | null } | null };
export type ThresholdsOfTheCropQueryVariables = Exact<{
  base?: number | null | undefined;
  upper?: number | null | undefined;
}>;
export type ThresholdsOfTheCropQuery = { field: { growingDegreeDays: { total: { thresholdSource: string | null, base: { value: number } | null, upper: { value: number } | null } | null } | null, weatherSummary: { growingDegreeDays: { thresholdSource: string | null, base: { value: number } | null, upper: { value: number } | null } | null } | null } | null };
export type ThresholdsAndNotesQueryVariables = Exact<{ [key: string]: never; }>;
export type ThresholdsAndNotesQuery = { field: { name: string | null, growingDegreeDays: { total: { base: { value: number } | null } | null } | null, observations: Array<{ id: string }> | null } | null };
export type TimelineOfNotesQueryVariables = Exact<{
  from: string;
  to?: string | null | undefined;
}>;
export type TimelineOfNotesQuery = { field: { timeline: Array<{ date: string, observations: Array<{ id: string }> | null }> | null } | null };
export type TimezoneWithoutWeatherQueryVariables = Exact<{ [key: string]: never; }>;
export type TimezoneWithoutWeatherQuery = { field: { timezone: string | null } | null };
export type TwelveComputedFieldsQueryVariables = Exact<{ [key: string]: never; }>;
export type TwelveComputedFieldsQuery = { field: { timezone: string | null, weatherSummary: { dayCount: number } | null, weatherSummaries: Array<{ period: string | null }> | null, byMonth: Array<{ period: string | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind }> | null, growingDegreeDays: { missingDays: number } | null, waterBalance: { missingDays: number } | null, temperatureHours: { hourCount: number } | null, sprayConditions: { hoursWithoutRecord: number } | null, indexSeries: Array<{ statistics: { mean: number | null } | null }> | null, indexSeason: { clearScenes: number } | null, timeline: Array<{ date: string, weather: { date: string | null } | null, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null }> | null } | null };
export type ComputedOfUnknownQueryVariables = Exact<{ [key: string]: never; }>;
export type ComputedOfUnknownQuery = { field: { weatherSummaries: Array<{ dayCount: number, missingDays: number, isWhole: boolean, wetDays: number | null, precipitationMissingDays: number, et0MissingDays: number, growingDegreeDaysMissingDays: number, temperatureMinMissingDays: number, precipitationLessEt0MissingDays: number, precipitation: { value: number } | null, precipitationLessEt0: { value: number } | null }> | null, precipitationSpells: Array<{ kind: Types.SpellKind, firstDate: string, lastDate: string, dayCount: number, isStartKnown: boolean, isEndKnown: boolean, provenances: Array<Types.Provenance> }> | null, growingDegreeDays: { missingDays: number, provenances: Array<Types.Provenance>, days: Array<{ date: string, growingDegreeDays: number | null, accumulated: number, missingDays: number }>, targets: Array<{ reachedOn: string | null, isAtLatest: boolean, remaining: number }>, total: { value: number } | null } | null, waterBalance: { missingDays: number, knownThrough: string | null, exceedsReadilyAvailableOn: string | null, et0Methods: Array<Types.Et0Method>, provenances: Array<Types.Provenance>, days: Array<{ date: string, stressCoefficient: number | null, depletion: { value: number } | null, deepPercolation: { value: number } | null }> } | null } | null };
export type MissingOfUnknownUnitQueryVariables = Exact<{ [key: string]: never; }>;
export type MissingOfUnknownUnitQuery = { field: { weatherSummary: { growingDegreeDaysMissingDays: number, et0MissingDays: number, precipitationLessEt0MissingDays: number, temperatureMinMissingDays: number, precipitationMissingDays: number, precipitation: { value: number } | null, growingDegreeDays: { value: number } | null } | null } | null };
export type SwappedExtremesQueryVariables = Exact<{ [key: string]: never; }>;
export type SwappedExtremesQuery = { field: { growingDegreeDays: { missingDays: number, total: { value: number } | null, days: Array<{ growingDegreeDays: number | null }> } | null, weatherSummary: { growingDegreeDaysMissingDays: number, temperatureMinMissingDays: number, frostDays: number | null, growingDegreeDays: { value: number } | null, temperatureMin: { value: number } | null, temperatureMax: { value: number } | null } | null } | null };
export type DashboardWithFactsQueryVariables = Exact<{
  ids: Array<string> | string;
  facts: boolean;
}>;
export type DashboardWithFactsQuery = { fields: Array<{ id: string, name?: string | null, crop?: { name: string, eppoCode: string | null } | null, location?: { latitude: number, longitude: number } | null, area?: { value: number, unit: Types.AreaUnit } | null, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ text: string }> | null } | null> };
export type FactsOnlyQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type FactsOnlyQuery = { fields: Array<{ name: string | null, timezone: string | null, crop: { name: string } | null, location: { latitude: number } | null, area: { value: number, unit: Types.AreaUnit } | null } | null> };
export type NameAndWeatherQueryVariables = Exact<{ [key: string]: never; }>;
export type NameAndWeatherQuery = { field: { name: string | null, weather: Array<{ date: string | null }> | null, observations: Array<{ text: string }> | null } | null };
export type NameAndNotesOfWeekQueryVariables = Exact<{ [key: string]: never; }>;
export type NameAndNotesOfWeekQuery = { field: { name: string | null, observations: Array<{ text: string }> | null } | null };
export type FactsAndSeasonQueryVariables = Exact<{ [key: string]: never; }>;
export type FactsAndSeasonQuery = { field: { name: string | null, earthObservations: Array<{ id: string }> | null } | null };
export type SeasonAndFactsQueryVariables = Exact<{ [key: string]: never; }>;
export type SeasonAndFactsQuery = { field: { name: string | null, earthObservations: Array<{ id: string }> | null } | null };
export type NameAndNoWindowQueryVariables = Exact<{ [key: string]: never; }>;
export type NameAndNoWindowQuery = { field: { name: string | null, weather: Array<{ date: string | null }> | null } | null };
export type NameOnlyQueryVariables = Exact<{ [key: string]: never; }>;
export type NameOnlyQuery = { field: { name: string | null } | null };
export type NameAndNotesQueryVariables = Exact<{ [key: string]: never; }>;
export type NameAndNotesQuery = { field: { name: string | null, observations: Array<{ text: string }> | null } | null };
export type FieldPageQueryVariables = Exact<{
  id: string;
}>;
export type FieldPageQuery = { field: { id: string, weather: Array<{ date: string | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, source: { name: string, provenance: Types.Provenance, derived: Array<string> }, soil: Array<{ depthFrom: { value: number } }> }> | null, earthObservations: Array<{ id: string, cloudCover: { value: number, unit: Types.FractionUnit } | null, index: { mean: number | null } | null }> | null, observations: Array<{ id: string, text: string, category: Types.ObservationCategory, tags: Array<string>, photos: Array<{ href: string }> }> | null } | null };
export type DashboardQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type DashboardQuery = { fields: Array<{ id: string, weather: Array<{ date: string | null }> | null, earthObservations: Array<{ id: string }> | null, observations: Array<{ id: string }> | null } | null> };
export type KnownQueryVariables = Exact<{
  id: string;
  ids: Array<string> | string;
}>;
export type KnownQuery = { field: { __typename: 'Field', id: string } | null, fields: Array<{ id: string } | null>, node: { __typename: 'Field', id: string } | null, nodes: Array<{ __typename: 'Field', id: string } | null> };
export type IdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type IdsQuery = { fields: Array<{ id: string } | null> };
export type NodesQueryVariables = Exact<{ [key: string]: never; }>;
export type NodesQuery = { node: { __typename: 'Field', id: string, weather: Array<{ date: string | null }> | null } | null, other: { id: string } | null, nodes: Array<{ id: string } | null> };
export type TwoLimitsQueryVariables = Exact<{ [key: string]: never; }>;
export type TwoLimitsQuery = { field: { five: Array<{ id: string }> | null, twenty: Array<{ id: string }> | null } | null };
export type BadLimitQueryVariables = Exact<{ [key: string]: never; }>;
export type BadLimitQuery = { field: { observations: Array<{ id: string }> | null, weather: Array<{ date: string | null }> | null } | null };
export type ScenesOfAnyKindQueryVariables = Exact<{
  max?: number | null | undefined;
}>;
export type ScenesOfAnyKindQuery = { field: { earthObservations: Array<{ recordId: string, cloudCover: { value: number } | null }> | null, latestEarthObservation: { recordId: string } | null } | null };
export type HoursWithTheirDaysQueryVariables = Exact<{ [key: string]: never; }>;
export type HoursWithTheirDaysQuery = { field: { weather: Array<{ startsAt: string, date: string | null }> | null } | null };
export type FieldOfNotesQueryVariables = Exact<{ [key: string]: never; }>;
export type FieldOfNotesQuery = { field: { observations: Array<{ field: { __typename: 'Field', id: string, weather: Array<{ date: string | null }> | null } }> | null } | null };
export type MeasuresQueryVariables = Exact<{ [key: string]: never; }>;
export type MeasuresQuery = { field: { weather: Array<{ condition: Types.WeatherCondition | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, fahrenheit: { value: number, unit: Types.TemperatureUnit } | null, growingDegreeDays: { value: number, unit: Types.DegreeDayUnit, method: Types.DegreeDayMethod | null, base: { value: number, unit: Types.TemperatureUnit } | null } | null }> | null } | null };
export type AsCameQueryVariables = Exact<{ [key: string]: never; }>;
export type AsCameQuery = { field: { weather: Array<{ condition: Types.WeatherCondition | null, kind: Types.WeatherKind, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null }> | null, observations: Array<{ id: string }> | null } | null };
export type UnknownUnitQueryVariables = Exact<{
  unit?: Types.TemperatureUnit | null | undefined;
}>;
export type UnknownUnitQuery = { field: { weather: Array<{ temperatureMax: { value: number } | null }> | null } | null };
export type UnitOnlyQueryVariables = Exact<{
  unit?: Types.LengthUnit | null | undefined;
}>;
export type UnitOnlyQuery = { field: { weather: Array<{ precipitation: { unit: Types.LengthUnit } | null }> | null } | null };
export type AddNoteMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;
export type AddNoteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, field: { id: string } }, field: { observations: Array<{ id: string }> | null } }
    | { __typename: 'FieldNotFoundError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'ForbiddenError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyInProgressError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyKeyReusedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'InvalidInputError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null, faults: Array<{ path: Array<string>, code: Types.InputFaultCode, message: string }> }
    | { __typename: 'RateLimitedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'UnauthenticatedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
   | null };
export type AddTwiceMutationVariables = Exact<{
  first: Types.AddObservationInput;
  second: Types.AddObservationInput;
}>;
export type AddTwiceMutation = { first:
    | { __typename: 'AddObservationSuccess' }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null, second:
    | { __typename: 'AddObservationSuccess' }
    | { __typename: 'FieldNotFoundError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'IdempotencyInProgressError' }
    | { __typename: 'IdempotencyKeyReusedError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'UnauthenticatedError' }
   | null };
export type AddAndReadMutationVariables = Exact<{
  first: Types.AddObservationInput;
  second: Types.AddObservationInput;
}>;
export type AddAndReadMutation = { first:
    | { field: { observations: Array<{ id: string }> | null } }
    | Record<PropertyKey, never>
   | null, second:
    | { field: { observations: Array<{ id: string }> | null } }
    | Record<PropertyKey, never>
   | null };
export type LastQueryVariables = Exact<{
  last: Types.SpanInput;
}>;
export type LastQuery = { field: { timezone: string | null, weather: Array<{ startsAtLocal: string | null, date: string | null, startsAt: string }> | null } | null };
export type EveryWindowQueryVariables = Exact<{ [key: string]: never; }>;
export type EveryWindowQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number, missingDays: number } | null, earthObservations: Array<{ acquiredAt: string }> | null, indexSeries: Array<{ acquiredAt: string }> | null } | null };
export type SinceQueryVariables = Exact<{ [key: string]: never; }>;
export type SinceQuery = { field: { weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number } | null, earthObservations: Array<{ acquiredAt: string }> | null, observations: Array<{ observedAt: string }> | null } | null };
export type LastNotesQueryVariables = Exact<{ [key: string]: never; }>;
export type LastNotesQuery = { field: { observations: Array<{ observedAt: string }> | null } | null };
export type TimezoneOnlyQueryVariables = Exact<{ [key: string]: never; }>;
export type TimezoneOnlyQuery = { fields: Array<{ timezone: string | null } | null> };
export type RefusedWindowQueryVariables = Exact<{ [key: string]: never; }>;
export type RefusedWindowQuery = { field: { weather: Array<{ date: string | null }> | null, earthObservations: Array<{ id: string }> | null } | null };
export type LocalBoundsQueryVariables = Exact<{ [key: string]: never; }>;
export type LocalBoundsQuery = { field: { weather: Array<{ startsAtLocal: string | null, endsAtLocal: string | null }> | null } | null };
export type NotesOfSilentListQueryVariables = Exact<{ [key: string]: never; }>;
export type NotesOfSilentListQuery = { field: { observations: Array<{ id: string }> | null } | null };
export type DaysAfterSilentListQueryVariables = Exact<{ [key: string]: never; }>;
export type DaysAfterSilentListQuery = { field: { timezone: string | null, weather: Array<{ date: string | null }> | null } | null };
export type SinceNextToSilentListQueryVariables = Exact<{ [key: string]: never; }>;
export type SinceNextToSilentListQuery = { field: { timezone: string | null, observations: Array<{ id: string }> | null, weather: Array<{ date: string | null }> | null } | null };
export type TimezonesOfFieldsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;
export type TimezonesOfFieldsQuery = { fields: Array<{ timezone: string | null } | null> };
export type LastDaysOfLesserServiceQueryVariables = Exact<{ [key: string]: never; }>;
export type LastDaysOfLesserServiceQuery = { field: { weather: Array<{ date: string | null }> | null, weatherSummary: { dayCount: number, missingDays: number } | null, earthObservations: Array<{ id: string }> | null, timeline: Array<{ date: string, observations: Array<{ id: string }> | null, earthObservations: Array<{ id: string }> | null, weather: { date: string | null } | null }> | null } | null };
export type SumsOfDaysOfUtcQueryVariables = Exact<{ [key: string]: never; }>;
export type SumsOfDaysOfUtcQuery = { field: { weather: Array<{ startsAt: string }> | null, weatherSummary: { dayCount: number, observedDays: number, missingDays: number, precipitation: { value: number } | null } | null, growingDegreeDays: { missingDays: number, days: Array<{ date: string, growingDegreeDays: number | null }> } | null } | null };
export type ScenesOfMovedFieldQueryVariables = Exact<{ [key: string]: never; }>;
export type ScenesOfMovedFieldQuery = { field: { earthObservations: Array<{ id: string }> | null } | null };
export type DaysOfMovedFieldQueryVariables = Exact<{ [key: string]: never; }>;
export type DaysOfMovedFieldQuery = { field: { weather: Array<{ date: string | null, startsAtLocal: string | null }> | null } | null };
export type TimelineOfMovedFieldQueryVariables = Exact<{ [key: string]: never; }>;
export type TimelineOfMovedFieldQuery = { field: { timeline: Array<{ date: string, weather: { date: string | null } | null }> | null } | null };
export interface Documents {
  "\n  query TutorialTexts { field(id: \"fld_demo_01\") { observations(limit: 100) { text } } }\n": [TutorialTextsQuery, TutorialTextsQueryVariables];
  "\n  query WindowedWeather($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weather(from: $from, to: $to) { startsAt kind temperatureMax { value unit } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt granularity }\n    }\n  }\n": [WindowedWeatherQuery, WindowedWeatherQueryVariables];
  "\n  query LatestOfAll {\n    fields(ids: [\"fld_demo_05\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      latestWeather { startsAt kind }\n      latestEarthObservation(maxCloudCover: 20) { id }\n      latestObservation { id }\n    }\n  }\n": [LatestOfAllQuery, LatestOfAllQueryVariables];
  "\n  query WindowedScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      earthObservations(from: $from, to: $to, maxCloudCover: 30, order: DESC) { id acquiredAt }\n      indexSeries(index: NDVI, from: $from, to: $to) { statistics { mean } earthObservation { id } }\n    }\n  }\n": [WindowedScenesQuery, WindowedScenesQueryVariables];
  "\n  query Summary($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays growingDegreeDays { value } precipitation { value } frostDays }\n    }\n  }\n": [SummaryQuery, SummaryQueryVariables];
  "\n  query ComputedFromHours {\n    field(id: \"fld_demo_05\") {\n      temperatureHours(last: { hours: 240 }) { hourCount missingHours frostHours heatHours chillingHours utahUnits chillPortions provenances }\n      sprayConditions {\n        hours { startsAt kind verdict deltaT rules { rule outcome value limit reason } }\n        windows { startsAt endsAt hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n": [ComputedFromHoursQuery, ComputedFromHoursQueryVariables];
  "\n  query ComputedFromScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      indexSeason(index: NDVI, from: $from, to: $to) {\n        points { acquiredAt mean }\n        peak { acquiredAt }\n        area change changeDays longestGapDays clearScenes missingScenes provenances\n      }\n    }\n  }\n": [ComputedFromScenesQuery, ComputedFromScenesQueryVariables];
  "\n  query FilteredNotes($to: DateOrDateTime!) {\n    field(id: \"fld_demo_05\") {\n      newest: observations(limit: 3) { id }\n      filtered: observations(limit: 5, category: GROWTH_STAGE) { id category }\n      before: observations(limit: 5, to: $to) { id }\n    }\n  }\n": [FilteredNotesQuery, FilteredNotesQueryVariables];
  "\n  query Page($first: Int!, $after: String) {\n    field(id: \"fld_demo_05\") {\n      observationsConnection(first: $first, after: $after) {\n        edges { cursor }\n        pageInfo { hasNextPage hasPreviousPage endCursor }\n      }\n    }\n  }\n": [PageQuery, PageQueryVariables];
  "\n  query Defaults {\n    field(id: \"fld_demo_05\") { weather { startsAt granularity } earthObservations { acquiredAt } observations { observedAt } }\n  }\n": [DefaultsQuery, DefaultsQueryVariables];
  "\n  query SeveralFieldsDashboard($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { startsAt kind temperatureMax { value unit } }\n      earthObservations { id acquiredAt cloudCover { value } }\n      observations(limit: 5) { id text }\n    }\n  }\n": [SeveralFieldsDashboardQuery, SeveralFieldsDashboardQueryVariables];
  "\n  query SeveralFieldsWeather($ids: [ID!]!) {\n    fields(ids: $ids) { weather { startsAt } }\n  }\n": [SeveralFieldsWeatherQuery, SeveralFieldsWeatherQueryVariables];
  "\n  query SeveralFieldsRelative($ids: [ID!]!) {\n    fields(ids: $ids) {\n      observations(last: { days: 5 }) { id }\n      weather(since: \"05-01\") { startsAt }\n    }\n  }\n": [SeveralFieldsRelativeQuery, SeveralFieldsRelativeQueryVariables];
  "\n  query SeveralFieldsVariety($from: DateOrDateTime!, $to: DateOrDateTime!, $category: ObservationCategory) {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_02\", \"fld_nowhere\", \"fld_demo_59\", \"fld_demo_60\"]) {\n      id\n      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt windSpeed { value } }\n      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }\n      clear: earthObservations(maxCloudCover: 20, order: DESC) { id }\n      filtered: observations(limit: 3, category: $category) { id category }\n      observationsConnection(first: 2) { pageInfo { hasNextPage endCursor } edges { node { id } } }\n      latestWeather { startsAt }\n      latestObservation { id }\n    }\n  }\n": [SeveralFieldsVarietyQuery, SeveralFieldsVarietyQueryVariables];
  "\n  query DashboardOfFields($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      latestWeather { date kind temperatureMax { value unit } }\n      latestEarthObservation(maxCloudCover: 60) { acquiredAt cloudCover { value } index(name: NDVI) { mean } }\n      latestObservation { observedAt text }\n    }\n  }\n": [DashboardOfFieldsQuery, DashboardOfFieldsQueryVariables];
  "\n  query WholeFieldPage($id: ID!) {\n    field(id: $id) { id weather { date } earthObservations { acquiredAt } observations { text } }\n  }\n": [WholeFieldPageQuery, WholeFieldPageQueryVariables];
  "\n  query SeasonChart($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) { indexSeries(index: NDVI, from: $from, to: $to) { acquiredAt cloudCover { value } statistics { mean p10 p90 } earthObservation { id } source { provenance } } }\n  }\n": [SeasonChartQuery, SeasonChartQueryVariables];
  "\n  query Imperial($id: ID!) {\n    field(id: $id) {\n      weather(kind: OBSERVED) {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        precipitation(unit: INCH) { value unit }\n        windSpeed(unit: MILE_PER_HOUR) { value unit }\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base(unit: FAHRENHEIT) { value unit } }\n      }\n    }\n  }\n": [ImperialQuery, ImperialQueryVariables];
  "\n  query SprayWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weather(from: $from, to: $to, granularity: HOURLY, kind: FORECAST) { startsAt granularity kind windSpeed(unit: KILOMETRE_PER_HOUR) { value } precipitation { value } temperatureMean { value } }\n    }\n  }\n": [SprayWindowQuery, SprayWindowQueryVariables];
  "\n  query SincePlanting($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) {\n        startsAt endsAt dayCount observedDays missingDays\n        growingDegreeDays { value unit base { value unit } upper { value } method }\n        precipitation { value unit } et0 { value } frostDays temperatureMin { value } temperatureMax { value } provenances\n      }\n    }\n  }\n": [SincePlantingQuery, SincePlantingQueryVariables];
  "\n  query NotesFeed($id: ID!, $first: Int!, $after: String, $category: ObservationCategory) {\n    field(id: $id) {\n      observationsConnection(first: $first, after: $after, category: $category) {\n        edges { cursor node { id category observedAt } }\n        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }\n      }\n    }\n  }\n": [NotesFeedQuery, NotesFeedQueryVariables];
  "\n  mutation OfflinePhone($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id } }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": [OfflinePhoneMutation, OfflinePhoneMutationVariables];
  "\n  query Refetch($id: ID!) {\n    node(id: $id) { id ... on Field { latestWeather { date } } }\n  }\n": [RefetchQuery, RefetchQueryVariables];
  "\n  query Everything($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { date temperatureMax { value unit } }\n      earthObservations { id }\n      observations(limit: 5) { id text }\n    }\n  }\n": [EverythingQuery, EverythingQueryVariables];
  "\n  query FiveAndTwenty($id: ID!) {\n    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": [FiveAndTwentyQuery, FiveAndTwentyQueryVariables];
  "\n  mutation AddWorstNote($input: AddObservationInput!) {\n    addObservation(input: $input) { ... on InvalidInputError { faults { message } } }\n  }\n": [AddWorstNoteMutation, AddWorstNoteMutationVariables];
  "\n  mutation Write($key: String!, $text: String!) {\n    addObservation(input: { idempotencyKey: $key, fieldId: \"fld_demo_60\", text: $text }) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }\n      ... on FieldgraphError { code }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": [WriteMutation, WriteMutationVariables];
  "\n  query Notes {\n    field(id: \"fld_demo_60\") { observations(limit: 100) { id text } }\n  }\n": [NotesQuery, NotesQueryVariables];
  "\n  query WrittenNotes($id: ID!) { field(id: $id) { observations(limit: 100) { id text observedAt createdAt } } }\n": [WrittenNotesQuery, WrittenNotesQueryVariables];
  "\n  query May {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\", kind: OBSERVED) { startsAt kind }\n      latestWeather { startsAt }\n      weatherSummary(from: \"2026-05-02T00:00:00Z\", to: \"2026-05-04T00:00:00Z\") { dayCount missingDays precipitation { value } }\n    }\n  }\n": [MayQuery, MayQueryVariables];
  "\n  query MayAll {\n    field(id: \"fld_a\") { weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\") { startsAt kind } }\n  }\n": [MayAllQuery, MayAllQueryVariables];
  "\n  query Diseases {\n    field(id: \"fld_a\") { observations(limit: 2, category: DISEASE) { id } }\n  }\n": [DiseasesQuery, DiseasesQueryVariables];
  "\n  query ForecastsLeft {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-01T00:00:00Z\", to: \"2026-05-05T00:00:00Z\", kind: FORECAST) { startsAt }\n    }\n  }\n": [ForecastsLeftQuery, ForecastsLeftQueryVariables];
  "\n  query RunsOfAForecast {\n    field(id: \"fld_a\") {\n      weather(from: \"2026-05-01\", to: \"2026-05-05\") { startsAt issuedAt }\n      timeline(from: \"2026-05-01\", to: \"2026-05-05\") { weather { issuedAt } }\n    }\n  }\n": [RunsOfAForecastQuery, RunsOfAForecastQueryVariables];
  "\n  query Newest {\n    field(id: \"fld_a\") {\n      latestWeather { startsAt }\n      latestEarthObservation(maxCloudCover: 20) { sceneId }\n    }\n  }\n": [NewestQuery, NewestQueryVariables];
  "\n    query Within($from: DateOrDateTime, $to: DateOrDateTime) {\n      field(id: \"fld_a\") { observations(from: $from, to: $to) { recordId } }\n    }\n  ": [WithinQuery, WithinQueryVariables];
  "\n    query Clear { field(id: \"fld_a\") { latestEarthObservation(maxCloudCover: 7) { cloudCover { value } } } }\n  ": [ClearQuery, ClearQueryVariables];
  "\n    query ClearOfOktas { field(id: \"fld_a\") { latestEarthObservation(maxCloudCover: 10) { recordId } } }\n  ": [ClearOfOktasQuery, ClearOfOktasQueryVariables];
  "\n  query Paged($after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: 2, after: $after) {\n        edges { cursor }\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": [PagedQuery, PagedQueryVariables];
  "\n  query PagedBy($first: Int!, $after: String, $category: ObservationCategory) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: $first, after: $after, category: $category) { nodes { recordId } pageInfo { hasNextPage endCursor } }\n    }\n  }\n": [PagedByQuery, PagedByQueryVariables];
  "\n  query Pests($limit: Int!) { field(id: \"fld_a\") { observations(limit: $limit, category: PEST) { recordId } } }\n": [PestsQuery, PestsQueryVariables];
  "\n  query PestPages($first: Int!, $after: String) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: $first, after: $after, category: PEST) {\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": [PestPagesQuery, PestPagesQueryVariables];
  "\n  query Week($from: DateOrDateTime!, $first: Int!) {\n    field(id: \"fld_a\") {\n      observations(from: $from, limit: 25) { recordId }\n      timeline(from: \"2026-04-25\", to: \"2026-04-30\") { observations { recordId } }\n      observationsConnection(from: $from, first: $first) { nodes { recordId } pageInfo { hasNextPage } }\n    }\n  }\n": [WeekQuery, WeekQueryVariables];
  "\n  query PestsSince($from: DateOrDateTime, $limit: Int!) {\n    field(id: \"fld_a\") { observations(from: $from, category: PEST, limit: $limit) { recordId } }\n  }\n": [PestsSinceQuery, PestsSinceQueryVariables];
  "\n  query ScenesOfSeason($from: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      earthObservations(from: $from, to: \"2026-05-10\") { recordId }\n      indexSeason(index: NDVI, from: $from, to: \"2026-05-10\") { points { acquiredAt } }\n      timeline(from: $from, to: \"2026-05-10\") { date earthObservations { recordId } }\n    }\n  }\n": [ScenesOfSeasonQuery, ScenesOfSeasonQueryVariables];
  "\n  query PagesOf($first: Int!, $after: String, $category: ObservationCategory, $from: DateOrDateTime, $to: DateOrDateTime) {\n    field(id: \"fld_a\") {\n      observationsConnection(first: $first, after: $after, category: $category, from: $from, to: $to) {\n        nodes { recordId }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": [PagesOfQuery, PagesOfQueryVariables];
  "\n  query InWindow($from: DateOrDateTime, $to: DateOrDateTime) {\n    field(id: \"fld_a\") {\n      observations(limit: 100, from: $from, to: $to) { recordId }\n    }\n  }\n": [InWindowQuery, InWindowQueryVariables];
  "\n  query SharedCall($last: SpanInput!, $next: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: $last) { date }\n      weatherSummary(last: $last) { dayCount }\n      weatherSummaries(by: WEEK, last: $last) { period dayCount missingDays precipitation { value } }\n      byDekad: weatherSummaries(by: DEKAD, last: $last) { period }\n      precipitationSpells(last: $last) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(last: $last) { missingDays total { value } }\n      ahead: growingDegreeDays(last: $last, next: $next) { missingDays days { date kind accumulated } }\n      waterBalance(\n        last: $last\n        next: $next\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 0.9 }, { date: \"2026-12-31\", kc: 1.1 }]\n      ) {\n        missingDays knownThrough et0Methods provenances readilyAvailableWater { value } days { date kind depletion { value } }\n      }\n    }\n  }\n": [SharedCallQuery, SharedCallQueryVariables];
  "\n  query ComputedBetween($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: MONTH, from: $from, to: $to, base: 10, upper: 30) { period dayCount missingDays precipitation { value } growingDegreeDays { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to, base: 10, upper: 30) { missingDays total { value } days { date kind accumulated } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2120-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date kind depletion { value } } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n": [ComputedBetweenQuery, ComputedBetweenQueryVariables];
  "\n  query TimelineOfAll($last: SpanInput) {\n    field(id: \"fld_demo_01\") {\n      timeline(last: $last) {\n        date\n        weather { date kind temperatureMax { value } }\n        observations { id observedAt }\n        earthObservations { acquiredAt cloudCover { value } }\n      }\n    }\n  }\n": [TimelineOfAllQuery, TimelineOfAllQueryVariables];
  "\n  query TimelineDates {\n    field(id: \"fld_demo_01\") { timeline(last: { days: 3 }, next: { days: 2 }) { date } }\n  }\n": [TimelineDatesQuery, TimelineDatesQueryVariables];
  "\n  query RefusedComputed($targets: [DegreeDayTargetInput!], $points: [CropCoefficientInput!]!, $irrigation: [IrrigationInput!]!, $watered: [IrrigationInput!]!) {\n    field(id: \"fld_demo_01\") {\n      none: growingDegreeDays(targets: [{ growingDegreeDays: 0 }]) { missingDays }\n      many: growingDegreeDays(targets: $targets) { missingDays }\n      cold: growingDegreeDays(base: -1001, upper: 30) { missingDays }\n      hot: growingDegreeDays(base: 10, upper: 1001) { missingDays }\n      precipitationSpells(minWetDay: 0) { dayCount }\n      waterBalance(rootZone: { totalAvailableWater: 10, initialDepletion: 20 }, cropCoefficients: [{ date: \"2026-05-02\", kc: 1 }, { date: \"2026-05-01\", kc: 3 }]) { missingDays }\n      most: waterBalance(rootZone: { totalAvailableWater: 0, depletionFraction: 1, initialDepletion: 0 }, cropCoefficients: $points, irrigation: $irrigation) { missingDays }\n      least: waterBalance(rootZone: { totalAvailableWater: 10001, depletionFraction: 0, initialDepletion: -1 }, cropCoefficients: [], irrigation: $watered) { missingDays }\n      timeline(from: \"2026-05-02\", to: \"2026-05-02\") { date }\n    }\n  }\n": [RefusedComputedQuery, RefusedComputedQueryVariables];
  "\n  query CountedDays($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { startsAt endsAt startsAtLocal endsAtLocal dayCount observedDays missingDays precipitation { value } }\n      weatherSummaries(by: MONTH, from: $from, to: $to) { period isWhole startsAt endsAt startsAtLocal endsAtLocal dayCount missingDays }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }\n      growingDegreeDays(from: $from, to: $to) { missingDays days { date kind growingDegreeDays } }\n      waterBalance(\n        from: $from\n        to: $to\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2020-01-01\", kc: 1 }, { date: \"2030-01-01\", kc: 1 }]\n      ) { missingDays knownThrough days { date depletion { value } } }\n    }\n  }\n": [CountedDaysQuery, CountedDaysQueryVariables];
  "\n  query CountedHours($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { temperatureHours(from: $from, to: $to) { hourCount missingHours } }\n  }\n": [CountedHoursQuery, CountedHoursQueryVariables];
  "\n  query DekadsOfADateLine($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") { weatherSummaries(by: DEKAD, from: $from, to: $to) { period isWhole startsAtLocal endsAtLocal dayCount } }\n  }\n": [DekadsOfADateLineQuery, DekadsOfADateLineQueryVariables];
  "\n  query SeasonInAnyOrder {\n    field(id: \"fld_a\") {\n      indexSeason(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\", earlierYears: 1) {\n        points { earthObservation { id } mean earlierMean } area change changeDays longestGapDays peak { earthObservation { id } } clearScenes missingScenes\n      }\n      indexSeries(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\") { statistics { mean } earthObservation { id } }\n    }\n  }\n": [SeasonInAnyOrderQuery, SeasonInAnyOrderQueryVariables];
  "\n  query SeriesOfMalformed {\n    field(id: \"fld_a\") { indexSeries(index: NDVI, from: \"2026-04-01\", to: \"2026-06-01\") { statistics { mean } } }\n  }\n": [SeriesOfMalformedQuery, SeriesOfMalformedQueryVariables];
  "\n  query SprayingInAnyOrder {\n    field(id: \"fld_a\") {\n      sprayConditions(next: { hours: 12 }, rules: { dryHours: 1, daylightMarginHours: 1 }) { hoursWithoutRecord windows { startsAt endsAt hourCount } hours { startsAt kind verdict } }\n      temperatureHours(from: \"2026-06-10T00:00:00Z\", to: \"2026-06-10T10:00:00Z\") { hourCount missingHours utahUnits }\n    }\n  }\n": [SprayingInAnyOrderQuery, SprayingInAnyOrderQueryVariables];
  "\n  query DaysInAnyOrder($from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: \"fld_a\") {\n      weatherSummary(from: $from, to: $to) { dayCount missingDays precipitation { value } }\n      weatherSummaries(by: WEEK, from: $from, to: $to) { period dayCount missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }\n    }\n  }\n": [DaysInAnyOrderQuery, DaysInAnyOrderQueryVariables];
  "\n  query HappenedInAnyOrder {\n    field(id: \"fld_a\") {\n      timeline(from: \"2026-05-01\", to: \"2026-05-05\") { date observations { id } earthObservations { id } }\n    }\n  }\n": [HappenedInAnyOrderQuery, HappenedInAnyOrderQueryVariables];
  "\n  query IndexSeason(\n    $id: ID! = \"fld_a\"\n    $from: DateOrDateTime\n    $to: DateOrDateTime\n    $since: MonthDay\n    $last: SpanInput\n    $maxCloudCover: Float = 20\n    $earlierYears: Int! = 0\n    $floor: Float! = 0\n    $maxGapDays: Int! = 30\n  ) {\n    field(id: $id) {\n      indexSeason(\n        index: NDVI\n        from: $from\n        to: $to\n        since: $since\n        last: $last\n        maxCloudCover: $maxCloudCover\n        earlierYears: $earlierYears\n        floor: $floor\n        maxGapDays: $maxGapDays\n      ) {\n        points { earthObservation { id } acquiredAt mean earlierMean earlierYears difference }\n        clearScenes\n        missingScenes\n        longestGapDays\n        peak { acquiredAt mean }\n        area\n        change\n        changeDays\n        provenances\n      }\n    }\n  }\n": [IndexSeasonQuery, IndexSeasonQueryVariables];
  "\n  query IndexSeasonWithScenes {\n    field(id: \"fld_demo_01\") {\n      indexSeason(index: NDVI, last: { days: 180 }) { points { earthObservation { id } } clearScenes missingScenes provenances }\n      evi: indexSeason(index: EVI, last: { days: 180 }, maxCloudCover: 60) { clearScenes }\n      earthObservations(last: { days: 180 }) { id }\n    }\n  }\n": [IndexSeasonWithScenesQuery, IndexSeasonWithScenesQueryVariables];
  "\n  query SeattleYear($by: CalendarPeriod!) {\n    field(id: \"fld_demo_01\") {\n      weatherSummaries(by: $by, from: \"2014-01-01\", to: \"2015-01-01\", base: 10, upper: 30) {\n        period isWhole dayCount missingDays precipitation { value } precipitationMissingDays wetDays frostDays\n        temperatureMin { value } temperatureMax { value } growingDegreeDays { value } provenances\n      }\n      weatherSummary(from: \"2014-01-01\", to: \"2015-01-01\") { wetDays dayCount isWhole period }\n    }\n  }\n": [SeattleYearQuery, SeattleYearQueryVariables];
  "\n  query SeattleSeason($method: DegreeDayMethod!, $targets: [DegreeDayTargetInput!]) {\n    field(id: \"fld_demo_01\") {\n      growingDegreeDays(method: $method, targets: $targets, from: \"2014-04-15\", to: \"2014-10-01\", base: 10, upper: 30) {\n        total { value unit method base { value } upper { value } }\n        missingDays\n        days { date kind accumulated }\n        targets { growingDegreeDays reachedOn kind isAtLatest remaining }\n        provenances\n      }\n    }\n  }\n": [SeattleSeasonQuery, SeattleSeasonQueryVariables];
  "\n  query SeattleSpells($unit: LengthUnit!, $minWetDay: Float!) {\n    field(id: \"fld_demo_01\") {\n      precipitationSpells(minWetDay: $minWetDay, unit: $unit, from: \"2014-01-01\", to: \"2015-01-01\") {\n        kind firstDate lastDate dayCount precipitation { value unit } isStartKnown isEndKnown provenances\n      }\n    }\n  }\n": [SeattleSpellsQuery, SeattleSpellsQueryVariables];
  "\n  query PartOfAWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {\n    field(id: $id) {\n      weatherSummary(from: $from, to: $to) { dayCount observedDays missingDays precipitation { value } growingDegreeDays { value } }\n      weatherSummaries(by: DEKAD, from: $from, to: $to) { period isWhole dayCount observedDays missingDays precipitation { value } }\n      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount precipitation { value } }\n      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }\n      temperatureHours(from: $from, to: $to) { hourCount missingHours frostHours }\n    }\n  }\n": [PartOfAWindowQuery, PartOfAWindowQueryVariables];
  "\n  query SprayConditions($id: ID! = \"fld_a\", $next: SpanInput, $rules: SprayRulesInput) {\n    field(id: $id) {\n      sprayConditions(next: $next, rules: $rules) {\n        hours {\n          startsAt\n          startsAtLocal\n          kind\n          verdict\n          deltaT\n          rules { rule outcome value limit reason }\n        }\n        windows { startsAt endsAt startsAtLocal endsAtLocal hourCount }\n        hoursWithoutRecord\n        provenances\n      }\n    }\n  }\n": [SprayConditionsQuery, SprayConditionsQueryVariables];
  "\n  query SprayByDefault {\n    field(id: \"fld_a\") { sprayConditions { hours { verdict rules { rule } } hoursWithoutRecord } }\n  }\n": [SprayByDefaultQuery, SprayByDefaultQueryVariables];
  "\n      query InfiniteWind { field(id: \"fld_a\") { sprayConditions(rules: { maxWind: 1e400 }) { hoursWithoutRecord } } }\n    ": [InfiniteWindQuery, InfiniteWindQueryVariables];
  "\n  query TemperatureHours($from: DateOrDateTime!, $to: DateOrDateTime!, $frostBelow: Float! = 0, $heatAbove: Float! = 30, $unit: TemperatureUnit! = CELSIUS) {\n    field(id: \"fld_a\") {\n      temperatureHours(from: $from, to: $to, frostBelow: $frostBelow, heatAbove: $heatAbove, unit: $unit) {\n        hourCount\n        missingHours\n        frostHours\n        heatHours\n        chillingHours\n        utahUnits\n        chillPortions\n        provenances\n      }\n    }\n  }\n": [TemperatureHoursQuery, TemperatureHoursQueryVariables];
  "\n  query TemperatureHoursWithHours {\n    field(id: \"fld_demo_01\") {\n      temperatureHours(last: { days: 30 }) { hourCount missingHours chillPortions provenances }\n      hourly: weather(last: { days: 30 }, granularity: HOURLY) { startsAt }\n      lastHours: temperatureHours(last: { hours: 24 }) { hourCount missingHours }\n    }\n  }\n": [TemperatureHoursWithHoursQuery, TemperatureHoursWithHoursQueryVariables];
  "\n  query TemperatureHoursByDefault {\n    field(id: \"fld_a\") { temperatureHours { hourCount } }\n  }\n": [TemperatureHoursByDefaultQuery, TemperatureHoursByDefaultQueryVariables];
  "\n  query ThresholdsLeftOut($unit: TemperatureUnit!, $length: LengthUnit!) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { total { unit base { value } upper { value } } }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays(unit: CELSIUS_DAY) { value base { value } upper { value } } }\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-08\", unit: $unit) { growingDegreeDays { base { value } upper { value } } }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-08\", unit: $length) { kind firstDate dayCount }\n      temperatureHours(from: \"2026-05-01\", to: \"2026-05-02\", unit: $unit) { frostHours heatHours }\n    }\n  }\n": [ThresholdsLeftOutQuery, ThresholdsLeftOutQueryVariables];
  "\n  query HalfOfTheThresholds {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: 40, upper: null, unit: FAHRENHEIT) { total { base { value } upper { value } } }\n    }\n  }\n": [HalfOfTheThresholdsQuery, HalfOfTheThresholdsQueryVariables];
  "\n  query ThresholdsOfTheCrop($base: Float, $upper: Float) {\n    field(id: \"fld_a\") {\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        total { base { value } upper { value } thresholdSource }\n      }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-08\", base: $base, upper: $upper) {\n        growingDegreeDays { base { value } upper { value } thresholdSource }\n      }\n    }\n  }\n": [ThresholdsOfTheCropQuery, ThresholdsOfTheCropQueryVariables];
  "\n  query ThresholdsAndNotes {\n    field(id: \"fld_a\") {\n      name\n      growingDegreeDays(from: \"2026-05-01\", to: \"2026-05-08\") { total { base { value } } }\n      observations(limit: 1) { id }\n    }\n  }\n": [ThresholdsAndNotesQuery, ThresholdsAndNotesQueryVariables];
  "\n  query TimelineOfNotes($from: DateOrDateTime!, $to: DateOrDateTime) {\n    field(id: \"fld_a\") { timeline(from: $from, to: $to) { date observations { id } } }\n  }\n": [TimelineOfNotesQuery, TimelineOfNotesQueryVariables];
  "\n  query TimezoneWithoutWeather { field(id: \"fld_a\") { timezone } }\n": [TimezoneWithoutWeatherQuery, TimezoneWithoutWeatherQueryVariables];
  "\n  query TwelveComputedFields {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weatherSummary(last: { days: 30 }) { dayCount }\n      weatherSummaries(by: WEEK, last: { days: 30 }) { period }\n      byMonth: weatherSummaries(by: MONTH, last: { days: 30 }) { period }\n      precipitationSpells(last: { days: 30 }) { kind }\n      growingDegreeDays(last: { days: 30 }) { missingDays }\n      waterBalance(\n        last: { days: 30 }\n        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }\n        cropCoefficients: [{ date: \"2026-01-01\", kc: 1 }, { date: \"2026-12-31\", kc: 1 }]\n      ) { missingDays }\n      temperatureHours(last: { days: 30 }) { hourCount }\n      sprayConditions { hoursWithoutRecord }\n      indexSeries(index: NDVI, last: { days: 30 }) { statistics { mean } }\n      indexSeason(index: NDVI, last: { days: 30 }, earlierYears: 2) { clearScenes }\n      timeline(last: { days: 30 }) { date weather { date } observations { id } earthObservations { id } }\n    }\n  }\n": [TwelveComputedFieldsQuery, TwelveComputedFieldsQueryVariables];
  "\n  query ComputedOfUnknown {\n    field(id: \"fld_a\") {\n      weatherSummaries(by: MONTH, from: \"2026-05-01\", to: \"2026-05-31\") {\n        dayCount missingDays isWhole wetDays precipitation { value } precipitationMissingDays et0MissingDays growingDegreeDaysMissingDays temperatureMinMissingDays\n        precipitationLessEt0 { value } precipitationLessEt0MissingDays\n      }\n      precipitationSpells(from: \"2026-05-01\", to: \"2026-05-31\") { kind firstDate lastDate dayCount isStartKnown isEndKnown provenances }\n      growingDegreeDays(targets: [{ growingDegreeDays: 60 }], from: \"2026-05-01\", to: \"2026-05-31\") {\n        missingDays days { date growingDegreeDays accumulated missingDays } targets { reachedOn isAtLatest remaining } total { value } provenances\n      }\n      waterBalance(\n        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }\n        cropCoefficients: [{ date: \"2026-05-01\", kc: 1 }, { date: \"2026-05-31\", kc: 1.2 }]\n        from: \"2026-05-01\"\n        to: \"2026-05-31\"\n      ) {\n        missingDays knownThrough exceedsReadilyAvailableOn et0Methods provenances\n        days { date depletion { value } stressCoefficient deepPercolation { value } }\n      }\n    }\n  }\n": [ComputedOfUnknownQuery, ComputedOfUnknownQueryVariables];
  "\n  query MissingOfUnknownUnit {\n    field(id: \"fld_a\") {\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-31\") {\n        precipitation { value }\n        growingDegreeDays { value }\n        growingDegreeDaysMissingDays et0MissingDays precipitationLessEt0MissingDays temperatureMinMissingDays precipitationMissingDays\n      }\n    }\n  }\n": [MissingOfUnknownUnitQuery, MissingOfUnknownUnitQueryVariables];
  "\n  query SwappedExtremes {\n    field(id: \"fld_a\") {\n      growingDegreeDays(method: SINGLE_SINE, from: \"2026-05-01\", to: \"2026-05-31\") { missingDays total { value } days { growingDegreeDays } }\n      weatherSummary(from: \"2026-05-01\", to: \"2026-05-31\") {\n        growingDegreeDays { value } growingDegreeDaysMissingDays\n        temperatureMin { value } temperatureMinMissingDays temperatureMax { value } frostDays\n      }\n    }\n  }\n": [SwappedExtremesQuery, SwappedExtremesQueryVariables];
  "\n  query DashboardWithFacts($ids: [ID!]!, $facts: Boolean!) {\n    fields(ids: $ids) {\n      id\n      name @include(if: $facts)\n      crop @include(if: $facts) { name eppoCode }\n      location @include(if: $facts) { latitude longitude }\n      area(unit: ACRE) @include(if: $facts) { value unit }\n      weather { date }\n      earthObservations { acquiredAt }\n      observations(limit: 1) { text }\n    }\n  }\n": [DashboardWithFactsQuery, DashboardWithFactsQueryVariables];
  "\n  query FactsOnly($ids: [ID!]!) {\n    fields(ids: $ids) { name crop { name } location { latitude } area { value unit } timezone }\n  }\n": [FactsOnlyQuery, FactsOnlyQueryVariables];
  "\n  query NameAndWeather { field(id: \"fld_a\") { name weather { date } observations(limit: 1) { text } } }\n": [NameAndWeatherQuery, NameAndWeatherQueryVariables];
  "\n  query NameAndNotesOfWeek { field(id: \"fld_a\") { name observations(last: { days: 7 }) { text } } }\n": [NameAndNotesOfWeekQuery, NameAndNotesOfWeekQueryVariables];
  "\n  query FactsAndSeason { field(id: \"fld_a\") { name earthObservations(since: \"04-15\") { id } } }\n": [FactsAndSeasonQuery, FactsAndSeasonQueryVariables];
  "\n  query SeasonAndFacts { field(id: \"fld_a\") { earthObservations(since: \"04-15\") { id } name } }\n": [SeasonAndFactsQuery, SeasonAndFactsQueryVariables];
  "\n  query NameAndNoWindow { field(id: \"fld_a\") { name weather(from: \"2026-06-10\", to: \"2026-06-10\") { date } } }\n": [NameAndNoWindowQuery, NameAndNoWindowQueryVariables];
  "\n  query NameOnly { field(id: \"fld_a\") { name } }\n": [NameOnlyQuery, NameOnlyQueryVariables];
  "\n  query NameAndNotes { field(id: \"fld_a\") { name observations(limit: 1) { text } } }\n": [NameAndNotesQuery, NameAndNotesQueryVariables];
  "\n  query FieldPage($id: ID!) {\n    field(id: $id) {\n      id\n      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }\n      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }\n      observations(limit: 2) { id text category tags photos { href } }\n    }\n  }\n": [FieldPageQuery, FieldPageQueryVariables];
  "\n  query Dashboard($ids: [ID!]!) {\n    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }\n  }\n": [DashboardQuery, DashboardQueryVariables];
  "\n  query Known($id: ID!, $ids: [ID!]!) {\n    field(id: $id) { id __typename }\n    fields(ids: $ids) { id }\n    node(id: $id) { id __typename }\n    nodes(ids: $ids) { id ... on Field { __typename } }\n  }\n": [KnownQuery, KnownQueryVariables];
  "\n  query Ids($ids: [ID!]!) {\n    fields(ids: $ids) { id }\n  }\n": [IdsQuery, IdsQueryVariables];
  "\n  query Nodes {\n    node(id: \"fld_a\") { id __typename ... on Field { weather { date } } }\n    other: node(id: \"obs_1\") { id }\n    nodes(ids: [\"fld_b\", \"nothing\", \"fld_a\"]) { id }\n  }\n": [NodesQuery, NodesQueryVariables];
  "\n  query TwoLimits {\n    field(id: \"fld_a\") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": [TwoLimitsQuery, TwoLimitsQueryVariables];
  "\n  query BadLimit {\n    field(id: \"fld_a\") { observations(limit: 101) { id } weather { date } }\n  }\n": [BadLimitQuery, BadLimitQueryVariables];
  "\n  query ScenesOfAnyKind($max: Float) {\n    field(id: \"fld_a\") {\n      earthObservations(maxCloudCover: $max) { recordId cloudCover(unit: PERCENT) { value } }\n      latestEarthObservation(maxCloudCover: $max) { recordId }\n    }\n  }\n": [ScenesOfAnyKindQuery, ScenesOfAnyKindQueryVariables];
  "\n  query HoursWithTheirDays {\n    field(id: \"fld_a\") { weather(granularity: HOURLY) { startsAt date } }\n  }\n": [HoursWithTheirDaysQuery, HoursWithTheirDaysQueryVariables];
  "\n  query FieldOfNotes {\n    field(id: \"fld_a\") { observations(limit: 3) { field { id __typename weather { date } } } }\n  }\n": [FieldOfNotesQuery, FieldOfNotesQueryVariables];
  "\n  query Measures {\n    field(id: \"fld_a\") {\n      weather {\n        temperatureMax { value unit }\n        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }\n        condition\n        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base { value unit } method }\n      }\n    }\n  }\n": [MeasuresQuery, MeasuresQueryVariables];
  "\n  query AsCame {\n    field(id: \"fld_a\") { weather { temperatureMax { value unit } condition kind } observations(limit: 1) { id } }\n  }\n": [AsCameQuery, AsCameQueryVariables];
  "\n  query UnknownUnit($unit: TemperatureUnit) {\n    field(id: \"fld_a\") { weather { temperatureMax(unit: $unit) { value } } }\n  }\n": [UnknownUnitQuery, UnknownUnitQueryVariables];
  "\n  query UnitOnly($unit: LengthUnit) {\n    field(id: \"fld_a\") { weather { precipitation(unit: $unit) { unit } } }\n  }\n": [UnitOnlyQuery, UnitOnlyQueryVariables];
  "\n  mutation AddNote($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id field { id } } field { observations(limit: 1) { id } } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": [AddNoteMutation, AddNoteMutationVariables];
  "\n  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { __typename }\n    second: addObservation(input: $second) { __typename }\n  }\n": [AddTwiceMutation, AddTwiceMutationVariables];
  "\n  mutation AddAndRead($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n    second: addObservation(input: $second) { ... on AddObservationSuccess { field { observations(limit: 5) { id } } } }\n  }\n": [AddAndReadMutation, AddAndReadMutationVariables];
  "\n  query Last($last: SpanInput!) {\n    field(id: \"fld_demo_01\") { timezone weather(last: $last) { startsAtLocal date startsAt } }\n  }\n": [LastQuery, LastQueryVariables];
  "\n  query EveryWindow {\n    field(id: \"fld_demo_01\") {\n      timezone\n      weather(last: { days: 30 }) { date }\n      weatherSummary(last: { days: 30 }) { dayCount missingDays }\n      earthObservations(last: { days: 30 }) { acquiredAt }\n      indexSeries(index: NDVI, last: { days: 30 }) { acquiredAt }\n    }\n  }\n": [EveryWindowQuery, EveryWindowQueryVariables];
  "\n  query Since {\n    field(id: \"fld_demo_32\") {\n      weather(since: \"04-15\") { date }\n      weatherSummary(since: \"04-15\") { dayCount }\n      earthObservations(since: \"04-15\") { acquiredAt }\n      observations(since: \"04-15\") { observedAt }\n    }\n  }\n": [SinceQuery, SinceQueryVariables];
  "\n  query LastNotes {\n    field(id: \"fld_demo_01\") { observations(limit: 3, last: { days: 30 }) { observedAt } }\n  }\n": [LastNotesQuery, LastNotesQueryVariables];
  "\n  query TimezoneOnly {\n    fields(ids: [\"fld_demo_01\", \"fld_demo_32\"]) { timezone }\n  }\n": [TimezoneOnlyQuery, TimezoneOnlyQueryVariables];
  "\n  query RefusedWindow {\n    field(id: \"fld_demo_01\") {\n      weather(last: { days: 3 }, from: \"2026-05-01\") { date }\n      earthObservations(last: { hours: 3 }) { id }\n    }\n  }\n": [RefusedWindowQuery, RefusedWindowQueryVariables];
  "\n  query LocalBounds { field(id: \"fld_demo_01\") { weather(last: { days: 5 }) { startsAtLocal endsAtLocal } } }\n": [LocalBoundsQuery, LocalBoundsQueryVariables];
  "\n  query NotesOfSilentList {\n    field(id: \"fld_a\") { observations(limit: 3) { id } }\n  }\n": [NotesOfSilentListQuery, NotesOfSilentListQueryVariables];
  "\n  query DaysAfterSilentList {\n    field(id: \"fld_a\") { timezone weather(last: { days: 3 }) { date } }\n  }\n": [DaysAfterSilentListQuery, DaysAfterSilentListQueryVariables];
  "\n  query SinceNextToSilentList {\n    field(id: \"fld_a\") { timezone observations(limit: 3) { id } weather(since: \"06-29\") { date } }\n  }\n": [SinceNextToSilentListQuery, SinceNextToSilentListQueryVariables];
  "\n  query TimezonesOfFields($ids: [ID!]!) {\n    fields(ids: $ids) { timezone }\n  }\n": [TimezonesOfFieldsQuery, TimezonesOfFieldsQueryVariables];
  "\n  query LastDaysOfLesserService {\n    field(id: \"fld_a\") {\n      weather(last: { days: 3 }) { date }\n      weatherSummary(last: { days: 3 }) { dayCount missingDays }\n      earthObservations(from: \"2026-06-28\", to: \"2026-06-29\") { id }\n      timeline(from: \"2026-06-28\", to: \"2026-06-29\") { date observations { id } earthObservations { id } weather { date } }\n    }\n  }\n": [LastDaysOfLesserServiceQuery, LastDaysOfLesserServiceQueryVariables];
  "\n  query SumsOfDaysOfUtc {\n    field(id: \"fld_a\") {\n      weather(last: { days: 5 }) { startsAt }\n      weatherSummary(last: { days: 5 }) { dayCount observedDays missingDays precipitation { value } }\n      growingDegreeDays(last: { days: 5 }) { missingDays days { date growingDegreeDays } }\n    }\n  }\n": [SumsOfDaysOfUtcQuery, SumsOfDaysOfUtcQueryVariables];
  "\n  query ScenesOfMovedField {\n    field(id: \"fld_a\") { earthObservations { id } }\n  }\n": [ScenesOfMovedFieldQuery, ScenesOfMovedFieldQueryVariables];
  "\n  query DaysOfMovedField {\n    field(id: \"fld_a\") { weather(last: { days: 2 }) { date startsAtLocal } }\n  }\n": [DaysOfMovedFieldQuery, DaysOfMovedFieldQueryVariables];
  "\n  query TimelineOfMovedField {\n    field(id: \"fld_a\") { timeline(from: \"2026-06-28\", to: \"2026-06-30\") { date weather { date } } }\n  }\n": [TimelineOfMovedFieldQuery, TimelineOfMovedFieldQueryVariables];
}
