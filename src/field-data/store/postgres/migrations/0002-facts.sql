-- works from: 1
ALTER TABLE field
  ADD COLUMN name text,
  ADD COLUMN crop text,
  ADD COLUMN eppo text,
  ADD COLUMN hectares double precision;
