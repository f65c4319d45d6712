package alike

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What the standard library's packages export, ours export: the same names, and functions and methods of the same types.
func TestExportedNames(t *testing.T) {
	for _, name := range []string{"flate", "gzip", "zlib"} {
		want := exports(t, filepath.Join(runtime.GOROOT(), "src/compress", name))
		got := exports(t, filepath.Join("../..", name))
		if len(want) == 0 {
			t.Skip("the standard library's source is not here")
		}
		for what, signature := range want {
			receiver, _, _ := strings.Cut(what, ".")
			if got[receiver] == "alias" && want[receiver] == "type" {
				continue // the standard library's own type
			}
			if got[what] != signature {
				t.Errorf("%s.%s: %q instead of %q", name, what, got[what], signature)
			}
		}
		for what := range got {
			if _, there := want[what]; !there {
				t.Errorf("%s.%s is ours alone", name, what)
			}
		}
	}
}

// exports are the exported names of a package's source, with what can be compared of each.
func exports(t *testing.T, folder string) map[string]string {
	files, err := parser.ParseDir(token.NewFileSet(), folder, func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
	if err != nil {
		t.Log(err)
		return nil
	}
	exports := map[string]string{}
	for _, pkg := range files {
		for _, file := range pkg.Files {
			for _, declaration := range file.Decls {
				switch d := declaration.(type) {
				case *ast.FuncDecl:
					name := d.Name.Name
					if d.Recv != nil {
						name = receiver(d) + "." + name
					}
					if ast.IsExported(name) && d.Name.IsExported() {
						exports[name] = signature(d.Type)
					}
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						exportsOfSpec(exports, spec)
					}
				}
			}
		}
	}
	return exports
}

func exportsOfSpec(exports map[string]string, spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if !s.Name.IsExported() {
			return
		}
		exports[s.Name.Name] = "type"
		if s.Assign.IsValid() {
			exports[s.Name.Name] = "alias"
		}
		if structure, is := s.Type.(*ast.StructType); is {
			for _, field := range structure.Fields.List {
				for _, name := range field.Names {
					if name.IsExported() {
						exports[s.Name.Name+"."+name.Name] = types.ExprString(field.Type)
					}
				}
				if len(field.Names) == 0 {
					exports[s.Name.Name+"."+types.ExprString(field.Type)] = "embedded"
				}
			}
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() {
				exports[name.Name] = "value"
			}
		}
	}
}

func receiver(d *ast.FuncDecl) string {
	return strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*")
}

// signature is a function's type without its parameters' names.
func signature(f *ast.FuncType) string {
	list := func(fields *ast.FieldList) string {
		var all []string
		if fields != nil {
			for _, field := range fields.List {
				for range max(1, len(field.Names)) {
					all = append(all, types.ExprString(field.Type))
				}
			}
		}
		return "(" + strings.Join(all, ", ") + ")"
	}
	return "func" + list(f.Params) + list(f.Results)
}
